package dev.magpie.ptx.compile;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Functions of bits that are functions of floating-point numbers: what passes a number on to the
 * next need not make bits of it. Which NaN they give does not matter.
 */
public interface RealFunction {

  /** From a single. */
  interface Single1 extends RealFunction, LongUnaryOperator {
    float apply(float a);

    @Override
    default long applyAsLong(long a) {
      return SingleBits.of(apply(SingleBits.toSingle(a)));
    }
  }

  /** From two singles. */
  interface Single2 extends RealFunction, LongBinaryOperator {
    float apply(float a, float b);

    @Override
    default long applyAsLong(long a, long b) {
      return SingleBits.of(apply(SingleBits.toSingle(a), SingleBits.toSingle(b)));
    }
  }

  /** From three singles. */
  interface Single3 extends RealFunction, LongTernaryOperator {
    float apply(float a, float b, float c);

    @Override
    default long applyAsLong(long a, long b, long c) {
      return SingleBits.of(
          apply(SingleBits.toSingle(a), SingleBits.toSingle(b), SingleBits.toSingle(c)));
    }
  }

  /** From two doubles. */
  interface Double2 extends RealFunction, LongBinaryOperator {
    double apply(double a, double b);

    @Override
    default long applyAsLong(long a, long b) {
      return Double.doubleToLongBits(apply(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
    }
  }

  /** From three doubles. */
  interface Double3 extends RealFunction, LongTernaryOperator {
    double apply(double a, double b, double c);

    @Override
    default long applyAsLong(long a, long b, long c) {
      return Double.doubleToLongBits(
          apply(
              Double.longBitsToDouble(a), Double.longBitsToDouble(b), Double.longBitsToDouble(c)));
    }
  }

  /** Compares two singles. */
  interface SingleTest extends RealFunction, LongTest {
    boolean holds(float a, float b);

    @Override
    default boolean test(long a, long b) {
      return holds(SingleBits.toSingle(a), SingleBits.toSingle(b));
    }
  }

  /** Compares two doubles. */
  interface DoubleTest extends RealFunction, LongTest {
    boolean holds(double a, double b);

    @Override
    default boolean test(long a, long b) {
      return holds(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
    }
  }
}
