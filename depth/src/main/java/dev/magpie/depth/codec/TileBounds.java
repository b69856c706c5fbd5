package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;

/** The least and the greatest depth of a tile. */
public final class TileBounds {
  private TileBounds() {}

  /**
   * Finds both.
   *
   * @param depths by sample
   * @param valid the samples that count; at least one
   * @return what {@link #nearest} and {@link #farthest} take
   */
  public static long of(int[] depths, long valid, Kernels kernels) {
    if (kernels.areVectors(depths.length)) {
      return SampleVectors.bounds(depths, valid);
    }
    int near = Integer.MAX_VALUE;
    int far = Integer.MIN_VALUE;
    for (long left = valid; left != 0; left &= left - 1) {
      int depth = depths[Long.numberOfTrailingZeros(left)];
      near = Math.min(near, depth);
      far = Math.max(far, depth);
    }
    return of(near, far);
  }

  static long of(int nearest, int farthest) {
    return (long) farthest << Integer.SIZE | Integer.toUnsignedLong(nearest);
  }

  /** The least depth. */
  public static int nearest(long bounds) {
    return (int) bounds;
  }

  /** The greatest depth. */
  public static int farthest(long bounds) {
    return (int) (bounds >>> Integer.SIZE);
  }
}
