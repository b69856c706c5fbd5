package dev.magpie.lab.data;

import java.util.Arrays;

/**
 * How far the order of some subjects by one value is that by another: Spearman's coefficient, from
 * -1 to 1. Equal values share the mean of their ranks.
 */
public final class RankCorrelation {
  private RankCorrelation() {}

  /** Of values of the same subjects; NaN where all values on one side are equal. */
  public static double of(double[] one, double[] other) {
    if (one.length != other.length) {
      throw new IllegalArgumentException(
          "%d values and %d are not of the same subjects".formatted(one.length, other.length));
    }
    double[] a = ranks(one);
    double[] b = ranks(other);
    return Correlation.ofCentred(a, b);
  }

  /** Each value's rank less the mean rank. */
  private static double[] ranks(double[] values) {
    return Arrays.stream(values)
        .map(value -> {
          long below = Arrays.stream(values).filter(each -> each < value).count();
          long above = Arrays.stream(values).filter(each -> each > value).count();
          return (below - above) / 2.0;
        })
        .toArray();
  }
}
