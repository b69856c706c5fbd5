package dev.magpie.depth.draws;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.raster.DepthRange;

/**
 * A depth buffer that passes draw to.
 *
 * @param name of it
 * @param width pixels across
 * @param height pixels down
 * @param format of its depths
 * @param samples of a pixel
 * @param range what it is cleared to: the greatest depth, or if reversed, the least
 */
public record DrawTarget(
    String name,
    int width,
    int height,
    DepthFormat format,
    Multisampling samples,
    DepthRange range) {
  /** The same with depths of another format. */
  public DrawTarget with(DepthFormat other) {
    return new DrawTarget(name, width, height, other, samples, range);
  }

  /**
   * The same with another number of samples.
   *
   * @throws IllegalArgumentException if these are too many
   */
  public DrawTarget with(Multisampling other) {
    return new DrawTarget(name, width, height, format, other, range);
  }

  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if it has no pixels, or too many samples
   */
  public DrawTarget {
    if (width < 1
        || height < 1
        || width > FrameShape.MAX_SIDE / samples.across()
        || height > FrameShape.MAX_SIDE / samples.down()) {
      throw new IllegalArgumentException(
          "target '%s' is of %dx%d pixels; targets have 1 to %d samples a side"
              .formatted(name, width, height, FrameShape.MAX_SIDE));
    }
  }
}
