package dev.magpie.workload.training;

import dev.magpie.workload.cuda.Struct;

/**
 * Divisors as kernels have them, with the multiplier and the shift that divide by them (Granlund
 * and Montgomery, PLDI 1994).
 */
final class Division {
  private Division() {}

  static void add(int by, Struct to) {
    int logarithm = Integer.SIZE - Integer.numberOfLeadingZeros(by - 1);
    long multiplier = Math.ceilDiv(1L << (Integer.SIZE - 1 + logarithm), by);
    to.add(by).add((int) multiplier).add(logarithm - 1);
  }
}
