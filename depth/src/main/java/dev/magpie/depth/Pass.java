package dev.magpie.depth;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.Draw;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pass of a frame. Passes of one target that follow each other draw to the same depth buffer, one
 * over another.
 *
 * @param name how results call it
 * @param target where it draws to
 * @param scene what it draws, and from where
 * @param state the same for all of it
 */
public record Pass(String name, Target target, Scene scene, DepthState state) {
  /** The name of the target that is as large as the frame. */
  public static final String FRAME = "frame";

  /**
   * A depth buffer.
   *
   * @param name of it
   * @param width pixels across, or 0 if it is as large as the frame
   * @param height pixels down, or 0
   * @param range whether its depths grow with the distance, which says what it is cleared to
   * @param format what its depths are, if not as the frame's
   */
  public record Target(
      String name, int width, int height, DepthRange range, Optional<DepthFormat> format) {
    /** One with depths as the frame's. */
    public Target(String name, int width, int height, DepthRange range) {
      this(name, width, height, range, Optional.empty());
    }

    /**
     * How it is cut into tiles, beside a frame of some size.
     *
     * @throws IllegalArgumentException if it has too many samples, or lines do not divide its tiles
     */
    public FrameShape shape(FrameShape frame) {
      FrameShape sized = width == 0 ? frame : FrameShape.ofPixels(width, height, frame.tile());
      return sized.with(format.orElse(frame.tile().format()));
    }
  }

  /** The passes of a frame that is drawn as options say: one, or with a prepass two. */
  public static List<Pass> of(Scene scene, RasterOptions options) {
    Target target = new Target(FRAME, 0, 0, options.range());
    Scene drawn = scene.withFaceCulling(options.faceCulling());
    List<DepthState> states = options.states();
    List<Pass> passes = new ArrayList<>();
    for (DepthState state : states) {
      passes.add(
          new Pass(passes.size() < states.size() - 1 ? "prepass" : "all", target, drawn, state));
    }
    return List.copyOf(passes);
  }

  /** What it draws in a frame. */
  List<Draw> draws(int frame, int frames) {
    return scene.meshes(frame, frames).stream().map(mesh -> new Draw(mesh, state)).toList();
  }

  /** Those that follow each other on one target, together. */
  static List<List<Pass>> byTarget(List<Pass> passes) {
    List<List<Pass>> groups = new ArrayList<>();
    for (Pass pass : passes) {
      if (groups.isEmpty() || !groups.getLast().getFirst().target().equals(pass.target())) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(pass);
    }
    return groups;
  }
}
