package dev.magpie.ptx.compile;

/** Compares two values. */
public interface LongTest {
  boolean test(long a, long b);
}
