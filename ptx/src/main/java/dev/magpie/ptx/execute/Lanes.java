package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LongTernaryOperator;
import dev.magpie.ptx.compile.LongTest;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Loops over the lanes of a warp. Those that compilers write most are spelled out beside what they
 * do to each lane, for Java compiles them to vector instructions then. An element holds a value in
 * its lower bits; the bits above its type's width may be anything, so whoever reads narrower values
 * narrows them.
 */
final class Lanes {
  private static final int LANES = Warp.LANES;

  /** Copies. */
  static final Unary COPY = new Unary((d, a) -> System.arraycopy(a, 0, d, 0, LANES), a -> a);

  private Lanes() {}

  /** A loop over all lanes, and what it does to each. */
  record Unary(UnaryLoop loop, LongUnaryOperator each) {
    /** Whether it changes nothing. */
    boolean copies() {
      return equals(COPY);
    }

    void run(long[] d, long[] a) {
      loop.run(d, a);
    }
  }

  /** The same of two sources. */
  record Binary(BinaryLoop loop, LongBinaryOperator each) {
    void run(long[] d, long[] a, long[] b) {
      loop.run(d, a, b);
    }
  }

  /** The same of three sources. */
  record Ternary(TernaryLoop loop, LongTernaryOperator each) {
    void run(long[] d, long[] a, long[] b, long[] c) {
      loop.run(d, a, b, c);
    }
  }

  /** Finds the lanes for which something is so, and says for which it is. */
  record Test(TestLoop loop, LongTest each) {
    int run(long[] a, long[] b) {
      return loop.run(a, b);
    }

    Test not() {
      return new Test((a, b) -> ~loop.run(a, b), (a, b) -> !each.test(a, b));
    }

    Test swapped() {
      return new Test((a, b) -> loop.run(b, a), (a, b) -> each.test(b, a));
    }
  }

  interface UnaryLoop {
    void run(long[] d, long[] a);
  }

  interface BinaryLoop {
    void run(long[] d, long[] a, long[] b);
  }

  interface TernaryLoop {
    void run(long[] d, long[] a, long[] b, long[] c);
  }

  interface TestLoop {
    int run(long[] a, long[] b);
  }

  interface FloatBinary {
    float apply(float a, float b);
  }

  interface FloatTernary {
    float apply(float a, float b, float c);
  }

  static Unary each(LongUnaryOperator operator) {
    return new Unary(
        (d, a) -> {
          for (int i = 0; i < LANES; i++) {
            d[i] = operator.applyAsLong(a[i]);
          }
        },
        operator);
  }

  static Binary each(LongBinaryOperator operator) {
    return new Binary(
        (d, a, b) -> {
          for (int i = 0; i < LANES; i++) {
            d[i] = operator.applyAsLong(a[i], b[i]);
          }
        },
        operator);
  }

  static Ternary each(LongTernaryOperator operator) {
    return new Ternary(
        (d, a, b, c) -> {
          for (int i = 0; i < LANES; i++) {
            d[i] = operator.applyAsLong(a[i], b[i], c[i]);
          }
        },
        operator);
  }

  static Test where(LongTest test) {
    return new Test(
        (a, b) -> {
          int lanes = 0;
          for (int i = 0; i < LANES; i++) {
            if (test.test(a[i], b[i])) {
              lanes |= 1 << i;
            }
          }
          return lanes;
        },
        test);
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
