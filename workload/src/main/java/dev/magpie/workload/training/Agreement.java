package dev.magpie.workload.training;

import dev.magpie.workload.cuda.WrongResultException;

/**
 * Arrays of a device are held against those of plain Java.
 *
 * @param tolerance how far one may be off, against its norm: sums are in another order
 */
record Agreement(double tolerance) {
  /**
   * Compares an array.
   *
   * @throws WrongResultException if it is too far off
   */
  void check(String name, float[] expected, float[] actual) {
    check(name, expected, actual, new float[expected.length]);
  }

  /**
   * Compares how an array has changed.
   *
   * @throws WrongResultException if that is too far off
   */
  void check(String name, float[] expected, float[] actual, float[] before) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.length; i++) {
      difference += Math.pow((double) actual[i] - expected[i], 2);
      norm += Math.pow((double) expected[i] - before[i], 2);
    }
    double relative = Math.sqrt(difference / norm);
    // Not where there is a NaN, either.
    if (!(difference == 0 || relative <= tolerance)) {
      throw new WrongResultException(
          "%s is off by %.2e of its norm, and may be by %.0e".formatted(name, relative, tolerance));
    }
  }
}
