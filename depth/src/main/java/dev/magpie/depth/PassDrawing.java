package dev.magpie.depth;

import dev.magpie.depth.SceneTraffic.Drawn;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.StencilConfiguration;
import dev.magpie.depth.cache.StencilSystem;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.StencilStream;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws passes and replays them, target by target; each target has a front end of its own. */
final class PassDrawing {
  private final FrameShape shape;
  private final RasterOptions options;
  private final List<Configuration> configurations;
  private final int threads;
  private final Map<Pass.Target, FrontEnd> frontEnds = new HashMap<>();

  PassDrawing(
      FrameShape shape, RasterOptions options, List<Configuration> configurations, int threads) {
    this.shape = shape;
    this.options = options;
    this.configurations = configurations;
    this.threads = threads;
  }

  /**
   * What became of a target in a frame.
   *
   * @param target after the last pass
   * @param drawn by pass
   * @param passes by configuration, and then by pass
   */
  record Target(DrawnTarget target, List<Drawn> drawn, List<List<DepthTraffic>> passes) {
    /** By configuration, all passes together. */
    List<DepthTraffic> traffic() {
      return passes.stream()
          .map(each -> each.stream().reduce(DepthTraffic::then).orElseThrow())
          .toList();
    }

    /** By configuration, those of one pass. */
    List<DepthTraffic> ofPass(int pass) {
      return passes.stream().map(each -> each.get(pass).withoutTiles()).toList();
    }
  }

  /** Draws a frame's passes of one target. */
  Target draw(List<Pass> passes, int frame, int frames) {
    Pass.Target target = passes.getFirst().target();
    FrontEnd frontEnd =
        frontEnds.computeIfAbsent(
            target, _ -> new FrontEnd(target.shape(shape), options.with(target.range())));
    DrawnTarget drawn = DrawnTarget.draw(frontEnd, passes, frame, frames);
    List<EventStream> events = drawn.events();
    long size = events.stream().mapToLong(EventStream::size).sum();
    Kernels kernels = Kernels.forRun((long) frames * configurations.size() * size);
    List<Configuration> each = configurations.stream().map(one -> one.with(kernels)).toList();
    return new Target(
        drawn,
        drawn.passes().stream().map(Drawn::of).toList(),
        withStencil(drawn.passes(), DepthSystem.replayPasses(events, each, threads)));
  }

  /** Adds what stencil planes moved, from the first pass on that used one. */
  private List<List<DepthTraffic>> withStencil(
      List<Frame> passes, List<List<DepthTraffic>> depths) {
    List<StencilStream> streams =
        passes.stream().map(Frame::stencil).flatMap(Optional::stream).toList();
    if (streams.isEmpty()) {
      return depths;
    }
    int without = passes.size() - streams.size();
    Map<StencilConfiguration, List<DepthTraffic>> planes = new HashMap<>();
    List<List<DepthTraffic>> all = new ArrayList<>();
    for (int c = 0; c < configurations.size(); c++) {
      List<DepthTraffic> plane =
          planes.computeIfAbsent(
              StencilConfiguration.beside(configurations.get(c)),
              each -> StencilSystem.replayPasses(streams, each));
      List<DepthTraffic> each = new ArrayList<>(depths.get(c));
      for (int p = without; p < each.size(); p++) {
        each.set(p, each.get(p).withStencil(plane.get(p - without)));
      }
      all.add(each);
    }
    return all;
  }
}
