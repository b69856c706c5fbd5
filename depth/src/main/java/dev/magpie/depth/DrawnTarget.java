package dev.magpie.depth;

import dev.magpie.depth.SceneTraffic.Drawn;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.StencilConfiguration;
import dev.magpie.depth.cache.StencilSystem;
import dev.magpie.depth.cache.TileHistory;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilStream;
import dev.magpie.depth.image.DepthImage;
import dev.magpie.depth.image.ShadedImage;
import dev.magpie.depth.image.StencilImage;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A target after a frame's passes: what pictures of it and maps of its tiles are made from. */
public final class DrawnTarget {
  private final List<Frame> passes;
  private final List<Camera> views;

  /**
   * @param passes what each of them drew
   * @param views of each
   */
  private DrawnTarget(List<Frame> passes, List<Camera> views) {
    this.passes = List.copyOf(passes);
    this.views = List.copyOf(views);
  }

  /**
   * Draws passes over one another.
   *
   * @param passes of one target, as {@link Pass#byTarget} has them
   * @param shape of the frame, which the target may be as large as
   * @param options what holds for all of them: not their state, nor their range
   * @param frame 0 to {@code frames - 1}
   */
  public static DrawnTarget draw(
      List<Pass> passes, FrameShape shape, RasterOptions options, int frame, int frames) {
    Pass.Target target = passes.getFirst().target();
    return draw(
        new FrontEnd(target.shape(shape), options.with(target.range())), passes, frame, frames);
  }

  /** The same with a front end that has drawn to it before. */
  static DrawnTarget draw(FrontEnd frontEnd, List<Pass> passes, int frame, int frames) {
    frontEnd.clear();
    List<Frame> done = new ArrayList<>();
    List<Camera> views = new ArrayList<>();
    for (Pass pass : passes) {
      views.add(pass.scene().camera(frame, frames));
      done.add(pass.draw(frontEnd, frame, frames));
    }
    return new DrawnTarget(done, views);
  }

  /** What each pass drew. */
  public List<Frame> passes() {
    return passes;
  }

  /** What all passes drew together. */
  public Drawn drawn() {
    return passes.stream().map(Drawn::of).reduce(Drawn::plus).orElseThrow();
  }

  /** By pass, what back-ends replay. */
  public List<EventStream> events() {
    return passes.stream().map(Frame::events).toList();
  }

  public FrameShape shape() {
    return depths().shape();
  }

  /** After the last pass. */
  public DepthBuffer depths() {
    return passes.getLast().events().depths();
  }

  /** Of the last pass. */
  public Camera view() {
    return views.getLast();
  }

  /** Its depths as grey, a dot for each sample. */
  public BufferedImage depthImage() {
    return DepthImage.of(depths(), view());
  }

  /** Its surfaces, those of each pass over those before, a dot for each sample. */
  public BufferedImage shadedImage() {
    BufferedImage image = ShadedImage.of(passes.getFirst().events(), views.getFirst());
    for (int pass = 1; pass < passes.size(); pass++) {
      ShadedImage.drawOver(image, passes.get(pass).events(), views.get(pass));
    }
    return image;
  }

  /** Its stencil values as colours; black if no draw has used them. */
  public BufferedImage stencilImage() {
    return StencilImage.of(
        passes.getLast().stencil().map(StencilStream::values).orElse(new StencilBuffer(shape())));
  }

  /** What stencil values move beside a back-end of depths, in all passes that use them. */
  public Optional<DepthTraffic> stencil(Configuration beside) {
    List<StencilStream> streams =
        passes.stream().map(Frame::stencil).flatMap(Optional::stream).toList();
    if (streams.isEmpty()) {
      return Optional.empty();
    }
    return StencilSystem.replayPasses(streams, StencilConfiguration.beside(beside)).stream()
        .reduce(DepthTraffic::then);
  }

  /**
   * Replays all passes in back-ends, to count tile by tile.
   *
   * @param threads that replay
   */
  public List<TileTraffic> tiles(List<Configuration> configurations, int threads) {
    return TileTraffic.ofPasses(
        events(), configurations.stream().map(this::fast).toList(), threads);
  }

  /**
   * Replays all passes in a back-end, and looks at one tile.
   *
   * @throws IllegalArgumentException if there is no such tile, or the back-end has no such tiles
   */
  public TileHistory history(Configuration configuration, int tile) {
    return TileHistory.ofPasses(events(), fast(configuration), tile);
  }

  private Configuration fast(Configuration configuration) {
    return configuration.with(
        Kernels.forRun(passes.stream().mapToLong(pass -> pass.events().size()).sum()));
  }

  /**
   * A figure of each tile, all passes together.
   *
   * @param tiles of a back-end
   */
  public double[] values(TileFigure figure, TileTraffic tiles) {
    double[] values = figure.values(passes.getFirst(), tiles);
    if (figure == TileFigure.OVERDRAW || figure == TileFigure.CULLED) {
      for (Frame later : passes.subList(1, passes.size())) {
        double[] more = figure.values(later, tiles);
        Arrays.setAll(values, tile -> values[tile] + more[tile]);
      }
    }
    return values;
  }
}
