package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthFormat;

/**
 * What is added to a triangle's depths, as OpenGL's polygon offset and Direct3D's depth bias of
 * integer formats have it: {@code constant + slope * m}, where {@code m} is the greater of the
 * depth's changes from one sample to the next across and down. Both count in steps of the depth
 * buffer, of floats in those of 24 bits, and what leaves its range ends at the range's ends. A
 * sliver whose gradients exceed {@link dev.magpie.depth.event.PlaneFormat#MAX_GRADIENT} is level
 * and has no slope.
 *
 * @param constant steps of the depth buffer
 * @param slope the factor of the gradient
 */
public record DepthBias(double constant, double slope) {
  /** Depths as they are. */
  public static final DepthBias NONE = new DepthBias(0, 0);

  /** The whole range of depths. */
  public static final double MAX_CONSTANT = 1 << 24;

  /** So that no plane overflows. */
  public static final double MAX_SLOPE = 1 << 16;

  /**
   * Checks the two.
   *
   * @throws IllegalArgumentException if one is too large
   */
  public DepthBias {
    check("constant", constant, MAX_CONSTANT);
    check("slope", slope, MAX_SLOPE);
  }

  private static void check(String name, double value, double most) {
    if (!(Math.abs(value) <= most)) {
      throw new IllegalArgumentException(
          "a depth bias has a %s within -%.0f and %.0f, not %s".formatted(name, most, most, value));
    }
  }

  /**
   * What a plane's constant grows by.
   *
   * @param format of depths, whose steps the constant counts
   * @param cx the plane's gradient across
   * @param cy and down
   * @param f fraction bits of them and of the result
   */
  long of(DepthFormat format, long cx, long cy, int f) {
    double steepest = Math.max(Math.abs(cx), Math.abs(cy));
    return (long) Math.rint(constant * format.step() * (1L << f) + slope * steepest);
  }
}
