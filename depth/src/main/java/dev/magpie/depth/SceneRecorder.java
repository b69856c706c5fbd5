package dev.magpie.depth;

import dev.magpie.depth.SceneTraffic.FramePasses;
import dev.magpie.depth.draws.ClipDepth;
import dev.magpie.depth.draws.DrawPass;
import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.DrawRecorder;
import dev.magpie.depth.raster.RasterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a stream of draws of what is drawn: replayed in frames of the same size, it is drawn to the
 * last bit as the scene is.
 */
public final class SceneRecorder {
  private final FrameShape shape;
  private final RasterOptions options;
  private final Map<Pass.Target, DrawTarget> targets = new HashMap<>();
  private final Map<Pass.Target, DrawRecorder> recorders = new HashMap<>();

  /**
   * Makes one for frames of one shape.
   *
   * @param options what holds for all passes: not their state, nor their ranges
   */
  public SceneRecorder(FrameShape shape, RasterOptions options) {
    this.shape = shape;
    this.options = options;
  }

  /**
   * Records frames.
   *
   * @param name of the stream
   * @param origin what made it, and of what
   * @throws IllegalArgumentException if a texture cuts parts of a mesh out, which no stream tells
   */
  public DrawStream record(String name, String origin, FramePasses passes, int frames) {
    List<List<DrawPass>> recorded = new ArrayList<>();
    for (int frame = 0; frame < frames; frame++) {
      List<DrawPass> ofFrame = new ArrayList<>();
      Set<Pass.Target> cleared = new HashSet<>();
      for (Pass pass : passes.of(frame)) {
        Start start = cleared.add(pass.target()) ? Start.CLEARED : Start.KEPT;
        ofFrame.add(record(pass, start, frame, frames));
      }
      recorded.add(ofFrame);
    }
    List<DrawTarget> listed =
        recorded.stream().flatMap(List::stream).map(DrawPass::target).distinct().toList();
    return new DrawStream(name, origin, ClipDepth.ZERO_TO_ONE, listed, recorded);
  }

  private DrawPass record(Pass pass, Start start, int frame, int frames) {
    if (pass.recorded().isPresent()) {
      return pass.recorded().get();
    }
    DrawTarget target = targets.computeIfAbsent(pass.target(), this::target);
    DrawRecorder recorder =
        recorders.computeIfAbsent(
            pass.target(), each -> new DrawRecorder(each.shape(shape), options.with(each.range())));
    return new DrawPass(
        pass.name(),
        target,
        start,
        pass.stencil(),
        recorder.record(
            pass.draws(frame, frames),
            pass.scene().faceCulling(),
            pass.scene().camera(frame, frames)));
  }

  private DrawTarget target(Pass.Target target) {
    FrameShape of = target.shape(shape);
    return new DrawTarget(
        target.name(),
        of.pixelsAcross(),
        of.pixelsDown(),
        of.tile().format(),
        of.tile().multisampling(),
        target.range());
  }
}
