package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * Where clip space comes to lie: {@code x / w} and {@code y / w} from -1 to 1 on these pixels of
 * the target, {@code y} upwards, and {@code z / w} from 0 to 1 between these depths. As in
 * Direct3D, pixels whose middle is outside are not drawn to.
 *
 * @param left pixels from the target's left side
 * @param top pixels from its upper side
 * @param width pixels across
 * @param height pixels down
 * @param nearDepth what a {@code z} of 0 becomes
 * @param farDepth what one of {@code w} becomes, which may be less
 */
public record Viewport(
    double left, double top, double width, double height, double nearDepth, double farDepth) {
  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if it has no extent, is far off, or depths leave 0 to 1
   */
  public Viewport {
    if (!(within(left) && within(top) && within(width) && within(height))) {
      throw new IllegalArgumentException(
          "a viewport lies within %d pixels of its target's corner, not at %s, %s with %s x %s"
              .formatted(2 * FrameShape.MAX_SIDE, left, top, width, height));
    }
    if (!(width > 0 && height > 0)) {
      throw new IllegalArgumentException(
          "a viewport has an extent above 0, not %s x %s".formatted(width, height));
    }
    if (!(isDepth(nearDepth) && isDepth(farDepth))) {
      throw new IllegalArgumentException(
          "a viewport's depths are within 0 and 1, not %s and %s".formatted(nearDepth, farDepth));
    }
  }

  private static boolean within(double value) {
    return Math.abs(value) <= 2 * FrameShape.MAX_SIDE;
  }

  private static boolean isDepth(double value) {
    return value >= 0 && value <= 1;
  }

  /** All of a target of so many pixels. */
  public static Viewport of(int width, int height, DepthRange range) {
    return new Viewport(0, 0, width, height, range.map(0), range.map(1));
  }
}
