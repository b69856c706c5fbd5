package dev.magpie.depth.raster;

import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.scene.Facing;
import dev.magpie.depth.scene.Scene;

/**
 * How the front end draws.
 *
 * @param format the format that planes have to fit
 * @param facing which triangles are drawn
 * @param culling whether hierarchical depths cull and accept lines
 * @param tessellation the longest edge in pixels that is not halved, or infinite
 */
public record RasterOptions(
    PlaneFormat format, Facing facing, Culling culling, double tessellation) {
  /** What the paper does: no back-face culling, hierarchical depths, triangles as they are. */
  public static final RasterOptions DEFAULT =
      new RasterOptions(PlaneFormat.FIXED, Facing.BOTH, Culling.HIERARCHICAL, Scene.UNTESSELLATED);

  /** What becomes of lines whose depths are known to be nearer or farther. */
  public enum Culling {
    /** They are culled, or accepted without a test. */
    HIERARCHICAL,
    /** There are no bounds, so every covered line is tested. */
    OFF
  }

  /**
   * Checks the edge length.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public RasterOptions {
    if (!(tessellation > 0)) {
      throw new IllegalArgumentException(
          "edges are halved above a length of %s pixels, which is not positive"
              .formatted(tessellation));
    }
  }

  /** As the scene says; otherwise the default. */
  public static RasterOptions of(Scene scene) {
    return DEFAULT.withFacing(scene.facing()).withTessellation(scene.tessellation());
  }

  /** The same with another format. */
  public RasterOptions withFormat(PlaneFormat other) {
    return new RasterOptions(other, facing, culling, tessellation);
  }

  /** The same for triangles of another facing. */
  public RasterOptions withFacing(Facing other) {
    return new RasterOptions(format, other, culling, tessellation);
  }

  /** The same with another culling. */
  public RasterOptions withCulling(Culling other) {
    return new RasterOptions(format, facing, other, tessellation);
  }

  /** The same with another edge length. */
  public RasterOptions withTessellation(double pixels) {
    return new RasterOptions(format, facing, culling, pixels);
  }
}
