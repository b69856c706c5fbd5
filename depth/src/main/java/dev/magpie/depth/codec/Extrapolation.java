package dev.magpie.depth.codec;

import dev.magpie.depth.event.PlaneEquation;

/** Gives cleared samples depths in line with their neighbours', so that predictors do not jump. */
final class Extrapolation {
  private Extrapolation() {}

  /**
   * Continues the valid samples of each row to both sides, then rows up and down.
   *
   * @param valid at least one sample
   */
  static void fill(int[] depths, long valid, int width, int height) {
    long row = -1L >>> (64 - width);
    long filled = 0;
    for (int y = 0; y < height; y++) {
      long in = valid >>> (y * width) & row;
      if (in != 0) {
        fillLine(depths, in, y * width, 1, width);
        filled |= 1L << y;
      }
    }
    if (filled != -1L >>> (64 - height)) {
      for (int x = 0; x < width; x++) {
        fillLine(depths, filled, x, width, height);
      }
    }
  }

  private static void fillLine(int[] depths, long valid, int first, int step, int count) {
    int start = Long.numberOfTrailingZeros(valid);
    for (int i = start + 1; i < count; i++) {
      if (((valid >>> i) & 1) == 0) {
        continueFrom(depths, first + i * step, -step, i - start);
      }
    }
    for (int i = start - 1; i >= 0; i--) {
      continueFrom(depths, first + i * step, step, count - 1 - i);
    }
  }

  /** Sets a sample from the one or two behind it. */
  private static void continueFrom(int[] depths, int at, int step, int behind) {
    int last = depths[at + step];
    int slope = behind > 1 ? last - depths[at + 2 * step] : 0;
    depths[at] = Math.clamp(last + slope, 0, PlaneEquation.CLEAR_DEPTH);
  }
}
