package dev.magpie.ptx.execute;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Loops over the lanes of a warp. An element holds a value in its lower bits; the bits above its
 * type's width may be anything, so whoever reads narrower values narrows them.
 */
final class Lanes {
  private static final int LANES = Warp.LANES;

  private Lanes() {}

  interface Unary {
    void run(long[] d, long[] a);
  }

  interface Binary {
    void run(long[] d, long[] a, long[] b);
  }

  interface Ternary {
    void run(long[] d, long[] a, long[] b, long[] c);
  }

  /** Finds the lanes for which something is so. */
  interface Test {
    int run(long[] a, long[] b);
  }

  interface LongTernaryOperator {
    long apply(long a, long b, long c);
  }

  interface LongTest {
    boolean test(long a, long b);
  }

  interface FloatBinary {
    float apply(float a, float b);
  }

  interface FloatTernary {
    float apply(float a, float b, float c);
  }

  static Unary each(LongUnaryOperator operator) {
    return (d, a) -> {
      for (int i = 0; i < LANES; i++) {
        d[i] = operator.applyAsLong(a[i]);
      }
    };
  }

  static Binary each(LongBinaryOperator operator) {
    return (d, a, b) -> {
      for (int i = 0; i < LANES; i++) {
        d[i] = operator.applyAsLong(a[i], b[i]);
      }
    };
  }

  static Ternary each(LongTernaryOperator operator) {
    return (d, a, b, c) -> {
      for (int i = 0; i < LANES; i++) {
        d[i] = operator.apply(a[i], b[i], c[i]);
      }
    };
  }

  static Test where(LongTest test) {
    return (a, b) -> {
      int lanes = 0;
      for (int i = 0; i < LANES; i++) {
        if (test.test(a[i], b[i])) {
          lanes |= 1 << i;
        }
      }
      return lanes;
    };
  }

  /** Copies the lanes of a mask. */
  static void blend(long[] d, long[] from, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      d[i] = from[i];
    }
  }

  /** The same value in all lanes. */
  static long[] constant(long value) {
    long[] lanes = new long[LANES];
    java.util.Arrays.fill(lanes, value);
    return lanes;
  }
}
