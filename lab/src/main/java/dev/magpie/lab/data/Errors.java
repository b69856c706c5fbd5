package dev.magpie.lab.data;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Errors of some subjects without their signs. */
public final class Errors {
  private final double[] sorted;

  private Errors(double[] sorted) {
    this.sorted = sorted;
  }

  /** Of signed errors; what is NaN has none. */
  public static Errors of(DoubleStream signed) {
    return new Errors(signed.filter(each -> !Double.isNaN(each)).map(Math::abs).sorted().toArray());
  }

  /** NaN of none. */
  public double mean() {
    return Arrays.stream(sorted).average().orElse(Double.NaN);
  }

  /** NaN of none. */
  public double median() {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
