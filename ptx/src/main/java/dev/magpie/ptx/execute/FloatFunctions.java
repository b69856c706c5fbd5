package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.RealFunction;
import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Roots, reciprocals and transcendental functions. Where a GPU approximates, these are rounded from
 * a result in double precision.
 */
final class FloatFunctions {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final InstructionClass KIND = InstructionClass.SPECIAL;
  private static final double LN_2 = StrictMath.log(2);

  static {
    DECODERS.put("rcp", at -> root(at, 1));
    DECODERS.put("sqrt", at -> root(at, 2));
    DECODERS.put("rsqrt", at -> function(at, a -> 1 / Math.sqrt(a)));
    DECODERS.put("sin", at -> function(at, StrictMath::sin));
    DECODERS.put("cos", at -> function(at, StrictMath::cos));
    DECODERS.put("ex2", at -> function(at, FloatFunctions::exp2));
    DECODERS.put("lg2", at -> function(at, FloatFunctions::log2));
    DECODERS.put("tanh", at -> function(at, StrictMath::tanh));
    DECODERS.put("copysign", FloatFunctions::copySign);
  }

  private FloatFunctions() {}

  private static double exp2(double a) {
    double whole = Math.rint(a);
    return Math.abs(a) > 2000 || Double.isNaN(a)
        ? StrictMath.pow(2, a)
        : Math.scalb(whole == a ? 1 : StrictMath.exp((a - whole) * LN_2), (int) whole);
  }

  private static double log2(double a) {
    if (!(a > 0) || Double.isInfinite(a)) {
      return StrictMath.log(a);
    }
    int exponent = Math.getExponent(a);
    double fraction = Math.scalb(a, -exponent);
    if (fraction > 1.5) {
      exponent++;
      fraction /= 2;
    }
    return exponent + StrictMath.log(fraction) / LN_2;
  }

  /** Reciprocals and square roots, which can be rounded in all directions. */
  private static Operation root(Decoding at, int degree) {
    if (at.instruction().has("approx") && !at.instruction().has("f64")) {
      return function(at, degree == 1 ? a -> 1 / a : Math::sqrt);
    }
    boolean approximate = at.take("approx");
    Rounding rounding = at.takeRounding();
    boolean flush = at.take("ftz");
    ScalarType type = at.takeType();
    if (type == ScalarType.F64) {
      // rcp.approx.ftz.f64 has the upper half only; a full result has at least its accuracy.
      Lanes.Unary loop =
          Lanes.each(a -> {
            double value = Double.longBitsToDouble(a);
            if (approximate && Math.abs(value) < Double.MIN_NORMAL) {
              value = Math.copySign(0.0, value);
            }
            double result =
                degree == 1
                    ? SoftFloat.divideDouble(1, value, rounding)
                    : SoftFloat.squareRootDouble(value, rounding);
            if (approximate && Math.abs(result) < Double.MIN_NORMAL) {
              result = Math.copySign(0.0, result);
            }
            return approximate ? upperHalf(result) : Double.doubleToLongBits(result);
          });
      return LaneOperation.of(at, KIND, loop, type, type);
    }
    if (type != ScalarType.F32) {
      throw at.bad("type ." + type + " is not supported here");
    }
    RealFunction.Single1 root = degree == 1 ? reciprocal(rounding) : squareRoot(rounding);
    RealFunction.Single1 flushing =
        flush ? a -> SoftFloat.flush(root.apply(SoftFloat.flush(a))) : root;
    return LaneOperation.of(at, KIND, Lanes.each(flushing), type, type);
  }

  private static RealFunction.Single1 reciprocal(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? a -> 1 / a
        : a -> SoftFloat.narrow(SoftFloat.divideToOdd(1, a), rounding);
  }

  private static RealFunction.Single1 squareRoot(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? a -> (float) Math.sqrt(a)
        : a -> SoftFloat.narrow(SoftFloat.squareRootToOdd(a), rounding);
  }

  /** The upper 32 bits of a double, the lower ones zero. */
  private static long upperHalf(double value) {
    return Double.doubleToLongBits(value) & 0xffff_ffff_0000_0000L;
  }

  private static Operation function(Decoding at, DoubleUnaryOperator function) {
    at.take("approx");
    boolean flush = at.take("ftz");
    ScalarType type = at.takeType();
    if (type == ScalarType.F64 && at.opcode().equals("rsqrt")) {
      return LaneOperation.of(at, KIND, Lanes.each(a -> reciprocalRoot(a, flush)), type, type);
    }
    return switch (type) {
      case F32 -> {
        RealFunction.Single1 single =
            flush
                ? a -> SoftFloat.flush((float) function.applyAsDouble(SoftFloat.flush(a)))
                : a -> (float) function.applyAsDouble(a);
        yield LaneOperation.of(at, KIND, Lanes.each(single), type, type);
      }
      case F16, BF16, F16X2, BF16X2 -> {
        HalfArithmetic.Format format = HalfArithmetic.Format.of(type);
        yield HalfArithmetic.unary(
            at,
            type.bits() == 32,
            a -> {
              double value = format.widen(flush ? format.flush(a) : a);
              long bits = format.round(function.applyAsDouble(value));
              return flush ? format.flush(bits) : bits;
            });
      }
      default -> throw at.bad("type ." + type + " is not supported here");
    };
  }

  private static long reciprocalRoot(long bits, boolean flush) {
    double value = Double.longBitsToDouble(bits);
    if (flush && Math.abs(value) < Double.MIN_NORMAL) {
      value = Math.copySign(0.0, value);
    }
    double result = 1 / Math.sqrt(value);
    return flush ? upperHalf(result) : Double.doubleToLongBits(result);
  }

  private static Operation copySign(Decoding at) {
    ScalarType type = at.takeType();
    long sign = type == ScalarType.F64 ? Long.MIN_VALUE : 0x8000_0000L;
    return LaneOperation.of(
        at,
        InstructionClass.FLOAT,
        Lanes.each((a, b) -> (b & ~sign) | (a & sign)),
        type,
        type,
        type);
  }
}
