package dev.magpie.depth.codec;

import dev.magpie.codec.simd.VectorSupport;
import dev.magpie.depth.event.TileShape;

/**
 * The places where columns of a tile bend: samples with a depth that is by more than 1 off the line
 * through the two above, which have one, too. No plane of {@link Differences} has three samples of
 * a column on it that bend.
 */
final class Bends {
  private Bends() {}

  /** The lower ends of all bends. */
  static long of(int[] depths, long valid, int width) {
    long compared = valid & (valid << width) & (valid << (2 * width));
    if (width == SampleVectors.BEND_WIDTH
        && VectorSupport.serves(depths.length * TileShape.SAMPLE_BYTES)) {
      return SampleVectors.bends(depths) & compared;
    }
    long bends = 0;
    for (int s = 2 * width; s < depths.length; s++) {
      int bend = depths[s] - 2 * depths[s - width] + depths[s - 2 * width];
      bends |= (long) ((1 - Math.abs(bend)) >>> 31) << s;
    }
    return bends & compared;
  }
}
