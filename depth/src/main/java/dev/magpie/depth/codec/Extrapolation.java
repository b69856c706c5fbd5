package dev.magpie.depth.codec;

/**
 * Gives cleared samples depths in line with their neighbours', so that predictors do not jump: the
 * valid samples of each row continue to the right, the first ones also to the left, and rows
 * without any continue those above and below in the same way.
 */
final class Extrapolation {
  private Extrapolation() {}

  /**
   * Gives some samples depths, and possibly others.
   *
   * @param valid at least one sample
   * @param needed the samples that must have depths
   * @param width a power of two
   * @param largest of all depths that there are
   */
  static void fill(int[] depths, long valid, long needed, int width, int height, int largest) {
    long rows = 0;
    for (long left = needed & ~valid; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      int x = s & (width - 1);
      int first = s - x;
      long in = row(valid, first, width);
      if (in != 0) {
        depths[s] = continued(depths, in, x, first, width, largest);
      } else {
        rows = rows != 0 ? rows : rows(valid, width);
        depths[s] = fromOtherRows(depths, valid, rows, x, first, width, height * width, largest);
      }
    }
  }

  private static long row(long valid, int first, int width) {
    return valid >>> first & (-1L >>> (64 - width));
  }

  /** The first places of rows with valid samples. */
  private static long rows(long valid, int width) {
    long rows = 0;
    for (long left = valid; left != 0; ) {
      int first = Long.numberOfTrailingZeros(left) & -width;
      rows |= 1L << first;
      left &= -1L << first << (width - 1) << 1;
    }
    return rows;
  }

  /** Continues a column of what rows with valid samples have there, as a row is. */
  private static int fromOtherRows(
      int[] depths, long valid, long rows, int x, int first, int width, int samples, int largest) {
    int start = Long.numberOfTrailingZeros(rows);
    if (first < start) {
      int last = inRow(depths, valid, x, start, width, largest);
      int next = start + width;
      boolean two = next < samples && ((rows >>> next) & 1) != 0;
      int slope = two ? last - inRow(depths, valid, x, next, width, largest) : 0;
      return clamp(last + (start - first) / width * slope, largest);
    }
    int end = 63 - Long.numberOfLeadingZeros(rows & ((1L << first) - 1));
    int last = inRow(depths, valid, x, end, width, largest);
    if (end == start) {
      return last;
    }
    int above = end - width;
    int before =
        ((rows >>> above) & 1) != 0
            ? inRow(depths, valid, x, above, width, largest)
            : fromOtherRows(depths, valid, rows, x, above, width, samples, largest);
    return clamp(last + (first - end) / width * (last - before), largest);
  }

  /** What a row with valid samples has in a column. */
  private static int inRow(int[] depths, long valid, int x, int first, int width, int largest) {
    return ((valid >>> (first + x)) & 1) != 0
        ? depths[first + x]
        : continued(depths, row(valid, first, width), x, first, width, largest);
  }

  /**
   * What a row has in a column without a valid sample: the two before continue, of which the second
   * may itself be continued; in front of the first one, the two behind.
   *
   * @param valid the columns with samples, at least one
   */
  private static int continued(int[] depths, long valid, int i, int first, int width, int largest) {
    int start = Long.numberOfTrailingZeros(valid);
    if (i < start) {
      int last = depths[first + start];
      boolean two = start + 1 < width && ((valid >>> (start + 1)) & 1) != 0;
      int slope = two ? last - depths[first + (start + 1)] : 0;
      return clamp(last + (start - i) * slope, largest);
    }
    int end = 63 - Long.numberOfLeadingZeros(valid & ((1L << i) - 1));
    int last = depths[first + end];
    if (end == start) {
      return last;
    }
    int before =
        ((valid >>> (end - 1)) & 1) != 0
            ? depths[first + (end - 1)]
            : continued(depths, valid, end - 1, first, width, largest);
    return clamp(last + (i - end) * (last - before), largest);
  }

  /**
   * A line that has left the range of depths stays at its end; floats that are so far apart that
   * ints do not hold the difference get any depth.
   */
  private static int clamp(int depth, int largest) {
    return Math.max(0, Math.min(depth, largest));
  }
}
