package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.RealFunction;
import dev.magpie.ptx.ir.ScalarType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Arithmetic on doubles. */
final class DoubleArithmetic {
  private static final int LANES = Warp.LANES;
  private static final InstructionClass KIND = InstructionClass.DOUBLE;
  private static final ScalarType TYPE = ScalarType.F64;

  private DoubleArithmetic() {}

  static Operation decode(Decoding at) {
    Rounding rounding = at.takeRounding();
    boolean nearest = rounding == Rounding.NEAREST_EVEN;
    return switch (at.opcode()) {
      case "add" ->
          binary(
              at,
              nearest
                  ? new Lanes.Binary(DoubleArithmetic::add, (RealFunction.Double2) (a, b) -> a + b)
                  : each((a, b) -> SoftFloat.addDouble(a, b, rounding)));
      case "sub" -> binary(at, each((a, b) -> SoftFloat.addDouble(a, -b, rounding)));
      case "mul" ->
          binary(
              at,
              nearest
                  ? new Lanes.Binary(
                      DoubleArithmetic::multiply, (RealFunction.Double2) (a, b) -> a * b)
                  : each((a, b) -> SoftFloat.multiplyDouble(a, b, rounding)));
      case "fma", "mad" ->
          ternary(
              at,
              nearest
                  ? new Lanes.Ternary(DoubleArithmetic::fma, (RealFunction.Double3) Math::fma)
                  : fma(rounding));
      case "div" -> binary(at, each((a, b) -> SoftFloat.divideDouble(a, b, rounding)));
      case "abs" -> unary(at, a -> a & Long.MAX_VALUE);
      case "neg" -> unary(at, a -> a ^ Long.MIN_VALUE);
      case "min" -> binary(at, each((a, b) -> select(a, b, true)));
      default -> binary(at, each((a, b) -> select(a, b, false)));
    };
  }

  private static Operation unary(Decoding at, LongUnaryOperator operator) {
    return LaneOperation.of(at, KIND, Lanes.each(operator), TYPE, TYPE);
  }

  private static Operation binary(Decoding at, Lanes.Binary loop) {
    return LaneOperation.of(at, KIND, loop, TYPE, TYPE, TYPE);
  }

  private static Operation ternary(Decoding at, Lanes.Ternary loop) {
    return LaneOperation.of(at, KIND, loop, TYPE, TYPE, TYPE, TYPE);
  }

  private static double of(long bits) {
    return Double.longBitsToDouble(bits);
  }

  /** With one NaN: which of several a JVM gives depends on its compiler. */
  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  private static Lanes.Binary each(DoubleBinaryOperator operator) {
    return Lanes.each((RealFunction.Double2) operator::applyAsDouble);
  }

  private static void add(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = bits(of(a[i]) + of(b[i]));
    }
  }

  private static void multiply(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = bits(of(a[i]) * of(b[i]));
    }
  }

  private static void fma(long[] d, long[] a, long[] b, long[] c) {
    for (int i = 0; i < LANES; i++) {
      d[i] = bits(Math.fma(of(a[i]), of(b[i]), of(c[i])));
    }
  }

  private static Lanes.Ternary fma(Rounding rounding) {
    return Lanes.each((a, b, c) -> bits(SoftFloat.fmaDouble(of(a), of(b), of(c), rounding)));
  }

  private static double select(double a, double b, boolean least) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Double.isNaN(a) ? b : a;
    }
    return least ? Math.min(a, b) : Math.max(a, b);
  }
}
