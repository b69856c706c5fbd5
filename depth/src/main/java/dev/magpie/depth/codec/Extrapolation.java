package dev.magpie.depth.codec;

import dev.magpie.depth.event.PlaneEquation;

/** Gives cleared samples depths in line with their neighbours', so that predictors do not jump. */
final class Extrapolation {
  private Extrapolation() {}

  /**
   * Gives some samples depths, and possibly others: continues the valid samples of each row to both
   * sides, then rows up and down.
   *
   * @param valid at least one sample
   * @param needed the samples that must have depths
   */
  static void fill(int[] depths, long valid, long needed, int width, int height) {
    if ((needed & ~valid) == 0) {
      return;
    }
    long row = -1L >>> (64 - width);
    long filled = 0;
    long missing = 0;
    long rows = 0;
    for (int y = 0; y < height; y++) {
      long in = valid >>> (y * width) & row;
      long needs = needed >>> (y * width) & row & ~in;
      if (in != 0) {
        filled |= 1L << y;
        if (needs != 0) {
          fillLine(depths, in, needs, y * width, 1, width);
        }
      } else if (needs != 0) {
        missing |= needs;
        rows |= 1L << y;
      }
    }
    if (missing != 0) {
      fillColumns(depths, valid, filled, missing, rows, width, height);
    }
  }

  /** Fills columns of rows without valid samples from the rows that have some. */
  private static void fillColumns(
      int[] depths, long valid, long filled, long columns, long rows, int width, int height) {
    long row = -1L >>> (64 - width);
    for (long left = filled; left != 0; left &= left - 1) {
      int y = Long.numberOfTrailingZeros(left);
      fillLine(depths, valid >>> (y * width) & row, columns, y * width, 1, width);
    }
    for (long left = columns; left != 0; left &= left - 1) {
      fillLine(depths, filled, rows, Long.numberOfTrailingZeros(left), width, height);
    }
  }

  /** Fills a line as far as it is needed. */
  private static void fillLine(
      int[] depths, long valid, long needed, int first, int step, int count) {
    int start = Long.numberOfTrailingZeros(valid);
    // What continues to the left starts from the slope to the right.
    int end = Math.min(count, Math.max(start + 2, Long.SIZE - Long.numberOfLeadingZeros(needed)));
    for (int i = start + 1; i < end; i++) {
      if (((valid >>> i) & 1) == 0) {
        continueFrom(depths, first + i * step, -step, i - start);
      }
    }
    int begin = Long.numberOfTrailingZeros(needed);
    for (int i = start - 1; i >= begin; i--) {
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
