package dev.magpie.lab.depth;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Mean values over cache sizes, as Figures 6 and 7 show them. */
final class CacheSizes {
  /** KiB. */
  static final int[] SIZES = {2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 64, 128};

  static final String SIZES_TEXT = "2 to 128 KiB";

  private CacheSizes() {}

  static double[] sizes() {
    return each(size -> size);
  }

  /** The places of all sizes. */
  static List<Integer> indices() {
    return IntStream.range(0, SIZES.length).boxed().toList();
  }

  /** A value at each size. */
  static double[] each(IntToDoubleFunction value) {
    return Arrays.stream(SIZES).mapToDouble(value).toArray();
  }

  /** The place of a size. */
  static int at(int kibibytes) {
    return Arrays.binarySearch(SIZES, kibibytes);
  }

  /**
   * The size at which a falling curve has come down to a level, interpolated between the sizes; NaN
   * if it is nowhere or everywhere below.
   */
  static double sizeFor(double[] falling, double level) {
    for (int n = 1; n < falling.length; n++) {
      if (falling[n - 1] > level && falling[n] <= level) {
        double part = (falling[n - 1] - level) / (falling[n - 1] - falling[n]);
        return SIZES[n - 1] + part * (SIZES[n] - SIZES[n - 1]);
      }
    }
    return Double.NaN;
  }

  /** The size at which a curve lies farthest below the chord from its start to another size. */
  static int knee(double[] falling, int largest) {
    int last = at(largest);
    int knee = 0;
    double farthest = 0;
    for (int n = 1; n < last; n++) {
      double part = (double) (SIZES[n] - SIZES[0]) / (SIZES[last] - SIZES[0]);
      double below = falling[0] + part * (falling[last] - falling[0]) - falling[n];
      if (below > farthest) {
        farthest = below;
        knee = n;
      }
    }
    return SIZES[knee];
  }

  /** What a curve falls by for each KiB around a size, between the sizes next to it. */
  static double slope(double[] falling, int at) {
    return (falling[at - 1] - falling[at + 1]) / (SIZES[at + 1] - SIZES[at - 1]);
  }

  /** The places from which a curve falls faster, for each KiB, than it did up to there. */
  static List<Integer> steeper(double[] falling) {
    return IntStream.range(1, falling.length - 1)
        .filter(n ->
            (falling[n] - falling[n + 1]) / (SIZES[n + 1] - SIZES[n])
                > (falling[n - 1] - falling[n]) / (SIZES[n] - SIZES[n - 1]))
        .boxed()
        .toList();
  }

  /** The first size around which a curve falls no faster than this; NaN if there is none. */
  static double sizeForSlope(double[] falling, double slope) {
    for (int n = 1; n < SIZES.length - 1; n++) {
      if (slope(falling, n) <= slope) {
        return SIZES[n];
      }
    }
    return Double.NaN;
  }
}
