package dev.magpie.ptx.compile;

/** Computes a value from three. */
public interface LongTernaryOperator {
  long applyAsLong(long a, long b, long c);
}
