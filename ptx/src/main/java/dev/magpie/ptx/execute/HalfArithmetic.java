package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LongTernaryOperator;
import dev.magpie.ptx.ir.ScalarType;

/** Arithmetic on halves and on bfloat16, alone and in pairs; each result is rounded once. */
final class HalfArithmetic {
  private static final InstructionClass KIND = InstructionClass.HALF;
  private static final long NAN = 0x7fff;

  private HalfArithmetic() {}

  /** Turns 16 bits into a single and back. */
  enum Format {
    HALF {
      @Override
      float widen(long bits) {
        return Float.float16ToFloat((short) bits);
      }

      @Override
      long round(double odd) {
        short bits = Float.floatToFloat16(toOddSingle(odd));
        return Double.isNaN(odd) ? NAN : bits & 0xffffL;
      }

      @Override
      float smallestNormal() {
        return 0x1p-14f;
      }
    },
    BFLOAT {
      @Override
      float widen(long bits) {
        return Float.intBitsToFloat((int) bits << 16);
      }

      @Override
      long round(double odd) {
        if (Double.isNaN(odd)) {
          return NAN;
        }
        int bits = Float.floatToRawIntBits(toOddSingle(odd));
        return (bits + 0x7fffL + (bits >>> 16 & 1)) >>> 16;
      }

      @Override
      float smallestNormal() {
        return Float.MIN_NORMAL;
      }
    };

    abstract float widen(long bits);

    /** Rounds to nearest even a double that is exact or was rounded to odd. */
    abstract long round(double odd);

    abstract float smallestNormal();

    long flush(long bits) {
      return Math.abs(widen(bits)) < smallestNormal() ? bits & 0x8000 : bits;
    }

    static Format of(ScalarType type) {
      return type == ScalarType.F16 || type == ScalarType.F16X2 ? HALF : BFLOAT;
    }

    /** The single toward zero, its last bit set if it is inexact. */
    static float toOddSingle(double value) {
      float single = SoftFloat.narrow(value, Rounding.ZERO);
      if (single == value || Double.isNaN(value)) {
        return single;
      }
      return Float.intBitsToFloat(Float.floatToRawIntBits(single) | 1);
    }
  }

  /** How operands and results are treated. */
  private record Mode(Format format, boolean flush, boolean saturate, boolean relu) {
    double in(long bits) {
      return format.widen(flush ? format.flush(bits) : bits);
    }

    long out(double odd) {
      double value = saturate ? SoftFloat.saturate(odd) : odd;
      long bits = format.round(relu && value < 0 ? 0 : value);
      return flush ? format.flush(bits) : bits;
    }
  }

  static Operation decode(Decoding at, ScalarType type) {
    at.take("rn");
    boolean fused = at.opcode().equals("fma");
    Mode mode = new Mode(Format.of(type), at.take("ftz"), at.take("sat"), fused && at.take("relu"));
    boolean pair = type == ScalarType.F16X2 || type == ScalarType.BF16X2;
    if (fused) {
      return ternary(
          at, pair, (a, b, c) -> mode.out(SoftFloat.addToOdd(mode.in(a) * mode.in(b), mode.in(c))));
    }
    return switch (at.opcode()) {
      case "add" ->
          binary(at, pair, (a, b) -> mode.out(SoftFloat.addToOdd(mode.in(a), mode.in(b))));
      case "sub" ->
          binary(at, pair, (a, b) -> mode.out(SoftFloat.addToOdd(mode.in(a), -mode.in(b))));
      case "mul" -> binary(at, pair, (a, b) -> mode.out(mode.in(a) * mode.in(b)));
      case "neg" -> unary(at, pair, a -> sign(mode, a, a ^ 0x8000));
      case "abs" -> unary(at, pair, a -> sign(mode, a, a & 0x7fff));
      case "min", "max" -> minimum(at, pair, mode);
      default -> throw at.bad("type ." + type + " is not supported here");
    };
  }

  private static long sign(Mode mode, long from, long bits) {
    long low = bits & 0xffff;
    return Float.isNaN(mode.format.widen(from)) ? NAN : mode.flush ? mode.format.flush(low) : low;
  }

  private static Operation minimum(Decoding at, boolean pair, Mode mode) {
    boolean keepNan = at.take("NaN");
    boolean swapSign = at.take("xorsign");
    if (swapSign != at.take("abs")) {
      throw at.bad(".xorsign and .abs go together");
    }
    boolean least = at.opcode().equals("min");
    return binary(
        at,
        pair,
        (a, b) -> {
          float x = (float) mode.in(swapSign ? a & 0x7fff : a);
          float y = (float) mode.in(swapSign ? b & 0x7fff : b);
          float chosen = SingleArithmetic.select(x, y, least, keepNan);
          return mode.out(swapSign && ((a ^ b) & 0x8000) != 0 ? -chosen : chosen);
        });
  }

  static Operation unary(Decoding at, boolean pair, java.util.function.LongUnaryOperator each) {
    ScalarType type = pair ? ScalarType.B32 : ScalarType.B16;
    return LaneOperation.of(
        at,
        KIND,
        pair
            ? Lanes.each(a -> join(each.applyAsLong(a), each.applyAsLong(a >> 16)))
            : Lanes.each(each),
        type,
        type);
  }

  private static Operation binary(
      Decoding at, boolean pair, java.util.function.LongBinaryOperator each) {
    ScalarType type = pair ? ScalarType.B32 : ScalarType.B16;
    return LaneOperation.of(
        at,
        KIND,
        pair
            ? Lanes.each((a, b) -> join(each.applyAsLong(a, b), each.applyAsLong(a >> 16, b >> 16)))
            : Lanes.each(each),
        type,
        type,
        type);
  }

  private static Operation ternary(Decoding at, boolean pair, LongTernaryOperator each) {
    ScalarType type = pair ? ScalarType.B32 : ScalarType.B16;
    return LaneOperation.of(
        at,
        KIND,
        pair
            ? Lanes.each((a, b, c) ->
                join(each.applyAsLong(a, b, c), each.applyAsLong(a >> 16, b >> 16, c >> 16)))
            : Lanes.each(each),
        type,
        type,
        type,
        type);
  }

  private static long join(long low, long high) {
    return (low & 0xffff) | (high & 0xffff) << 16;
  }
}
