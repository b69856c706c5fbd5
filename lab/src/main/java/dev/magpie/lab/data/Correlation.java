package dev.magpie.lab.data;

import java.util.Arrays;

/** How far two values of the same subjects go together, from -1 to 1. */
public final class Correlation {
  private Correlation() {}

  /** Pearson's coefficient; NaN of two subjects, which lie on a line in any case. */
  public static double pearson(double[] one, double[] other) {
    if (one.length != other.length) {
      throw new IllegalArgumentException(
          "%d values and %d are not of the same subjects".formatted(one.length, other.length));
    }
    return one.length < 3 ? Double.NaN : ofCentred(centred(one), centred(other));
  }

  private static double[] centred(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Arrays.stream(values).map(each -> each - mean).toArray();
  }

  /** Of values whose mean is 0. */
  static double ofCentred(double[] a, double[] b) {
    return sumOfProducts(a, b) / Math.sqrt(sumOfProducts(a, a) * sumOfProducts(b, b));
  }

  private static double sumOfProducts(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
