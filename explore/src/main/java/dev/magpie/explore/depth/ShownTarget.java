package dev.magpie.explore.depth;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Pass;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import java.util.List;

/**
 * A target of a scene's first frame, as pages name it.
 *
 * @param name of it
 * @param passes that draw to it, by their names
 * @param width pixels across, or 0 if it is as large as the frame
 * @param height pixels down, or 0
 * @param samples of a pixel, or 0 if they are as many as the frame's
 * @param stencil whether a pass uses stencil values
 * @param turns whether it shows what the scene's camera sees, and so may be seen from elsewhere
 */
record ShownTarget(
    String name,
    List<String> passes,
    int width,
    int height,
    int samples,
    boolean stencil,
    boolean turns) {
  /** Those of the first frame. */
  static List<ShownTarget> of(ShownScene shown) {
    DescribedScene described = shown.viewed().described();
    List<Camera> path = shown.scene().path();
    return passes(described, 0, RasterOptions.of(shown.scene())).stream()
        .map(passes -> {
          Pass last = passes.getLast();
          Pass.Target target = last.target();
          return new ShownTarget(
              target.name(),
              passes.stream().map(Pass::name).toList(),
              target.width(),
              target.height(),
              target.samples().map(Multisampling::samples).orElse(0),
              passes.stream().anyMatch(Pass::usesStencil),
              !shown.isRecorded() && last.scene().path().equals(path));
        })
        .toList();
  }

  /** The passes of each target of a frame: those that the scene describes, or those of options. */
  static List<List<Pass>> passes(DescribedScene scene, int frame, RasterOptions options) {
    List<Pass> described = scene.passes(frame);
    return Pass.byTarget(described.isEmpty() ? Pass.of(scene.scene(), options) : described);
  }
}
