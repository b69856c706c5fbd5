package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;

/**
 * Second differences of depths down the columns of a tile, where three samples one below the other
 * have a depth. DDPCM codes those of -1, 0 and 1 ({@link Differences}), so one outside says in
 * advance that no plane has all three samples on it.
 */
final class SecondDifferences {
  private SecondDifferences() {}

  /** The lowest samples of those outside. */
  static long outside(int[] depths, long valid, int width, Kernels kernels) {
    long compared = valid & (valid << width) & (valid << (2 * width));
    if (width == SampleVectors.TILE_WIDTH && kernels.areVectors(depths.length)) {
      return SampleVectors.secondDifferencesOutside(depths) & compared;
    }
    long outside = 0;
    for (int s = 2 * width; s < depths.length; s++) {
      int difference = depths[s] - 2 * depths[s - width] + depths[s - 2 * width];
      outside |= (long) ((1 - Math.abs(difference)) >>> 31) << s;
    }
    return outside & compared;
  }
}
