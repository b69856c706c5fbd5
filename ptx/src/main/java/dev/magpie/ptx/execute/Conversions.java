package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Conversions between types. */
final class Conversions {
  static final Map<String, Decoders.Decoder> DECODERS = Map.of("cvt", Conversions::decode);

  private static final InstructionClass KIND = InstructionClass.CONVERT;
  private static final int LANES = Warp.LANES;

  private Conversions() {}

  /** How results are made fit. */
  private record Mode(Rounding rounding, boolean whole, boolean flush, boolean saturate) {}

  private static Operation decode(Decoding at) {
    if (at.take("pack")) {
      return pack(at);
    }
    if (EightBitFloats.areIn(at)) {
      return EightBitFloats.decode(at);
    }
    String whole = at.takeOneOf("rni", "rzi", "rmi", "rpi");
    boolean away = at.take("rna");
    Rounding rounding = whole != null ? Rounding.of(whole) : at.takeRounding();
    Mode mode = new Mode(rounding, whole != null, at.take("ftz"), at.take("sat"));
    boolean relu = at.take("relu");
    boolean finite = at.take("satfinite");
    ScalarType to = at.takeType();
    ScalarType from = at.takeType();
    if (to == ScalarType.F16X2 || to == ScalarType.BF16X2) {
      return toPair(at, to, from, mode, relu, finite);
    }
    at.expectOperands(2);
    if (to == ScalarType.TF32 && from == ScalarType.F32) {
      return unary(at, ScalarType.B32, from, Lanes.each(a -> tensorFloat(a, away)));
    }
    if (away || !isNumber(to) || !isNumber(from)) {
      throw at.bad("this conversion is not supported");
    }
    Lanes.Unary fast = common(to, from, mode);
    if (fast != null) {
      return unary(at, to, from, fast);
    }
    Lanes.Unary loop = loop(to, from, mode);
    if (!relu && !finite) {
      return unary(at, to, from, loop);
    }
    if (to != ScalarType.F16 && to != ScalarType.BF16) {
      throw at.bad("this conversion is not supported");
    }
    HalfArithmetic.Format format = HalfArithmetic.Format.of(to);
    return unary(
        at, to, from, Lanes.each(a -> limit(format, toDouble(from, a, mode), relu, finite)));
  }

  private static boolean isNumber(ScalarType type) {
    return (type.isFloat() || type.isInteger())
        && type.bits() <= 64
        && type != ScalarType.TF32
        && type.kind() != ScalarType.Kind.BITS;
  }

  private static Operation unary(Decoding at, ScalarType to, ScalarType from, Lanes.Unary loop) {
    return LaneOperation.of(
        KIND, loop, at.wideDestination(at.operand(0), to), at.wideSource(at.operand(1), from));
  }

  /** The conversions that compilers write most, or null. */
  private static Lanes.@Nullable Unary common(ScalarType to, ScalarType from, Mode mode) {
    if (mode.saturate() || mode.flush()) {
      return null;
    }
    if (to.isInteger() && from.isInteger() && from.bits() >= 32) {
      if (from == ScalarType.S32 && to.bits() >= 32) {
        return new Lanes.Unary(
            (d, a) -> {
              for (int i = 0; i < LANES; i++) {
                d[i] = (int) a[i];
              }
            },
            a -> (int) a);
      }
      if (from == ScalarType.U32 && to.bits() >= 32) {
        return new Lanes.Unary(
            (d, a) -> {
              for (int i = 0; i < LANES; i++) {
                d[i] = a[i] & 0xffff_ffffL;
              }
            },
            a -> a & 0xffff_ffffL);
      }
      return to.bits() < 32 ? null : Lanes.COPY;
    }
    if (mode.whole()) {
      return mode.rounding() == Rounding.ZERO ? truncating(to, from) : null;
    }
    if (to == ScalarType.F32
        && from == ScalarType.S32
        && mode.rounding() == Rounding.NEAREST_EVEN) {
      return new Lanes.Unary(
          (d, a) -> {
            for (int i = 0; i < LANES; i++) {
              d[i] = Float.floatToRawIntBits((float) (int) a[i]);
            }
          },
          a -> Float.floatToRawIntBits((float) (int) a));
    }
    return mode.rounding() == Rounding.NEAREST_EVEN ? nearest(to, from) : null;
  }

  /** Conversions that Java rounds as well, to nearest even; null for others. */
  private static Lanes.@Nullable Unary nearest(ScalarType to, ScalarType from) {
    return switch (to) {
      case F32 ->
          switch (from) {
            case U32 -> Lanes.each(a -> Float.floatToRawIntBits((float) (a & 0xffff_ffffL)));
            case S64 -> Lanes.each(a -> Float.floatToRawIntBits((float) a));
            case F64 -> Lanes.each(a -> SoftFloat.bits((float) Double.longBitsToDouble(a)));
            default -> null;
          };
      case F64 ->
          switch (from) {
            case S32 -> Lanes.each(a -> Double.doubleToRawLongBits((int) a));
            case U32 -> Lanes.each(a -> Double.doubleToRawLongBits((double) (a & 0xffff_ffffL)));
            case S64 -> Lanes.each(a -> Double.doubleToRawLongBits((double) a));
            case F32 -> Lanes.each(a -> Double.doubleToLongBits(SoftFloat.of(a)));
            default -> null;
          };
      default -> null;
    };
  }

  /** Conversions to integers that Java truncates and limits as well; null for others. */
  private static Lanes.@Nullable Unary truncating(ScalarType to, ScalarType from) {
    return to == ScalarType.S32 && from == ScalarType.F32
        ? Lanes.each(a -> (int) SoftFloat.of(a))
        : null;
  }

  private static Lanes.Unary loop(ScalarType to, ScalarType from, Mode mode) {
    if (to.isInteger()) {
      return from.isInteger()
          ? Lanes.each(a -> integer(to, from, a, mode))
          : Lanes.each(a -> wholeNumber(to, from, toDouble(from, a, mode), mode.rounding()));
    }
    return from.isInteger()
        ? Lanes.each(a -> ofInteger(to, from, Narrow.to(from, a), mode))
        : Lanes.each(a -> real(to, toDouble(from, a, mode), mode));
  }

  /** Truncates or saturates; what is narrower than its register is extended as its type says. */
  private static long integer(ScalarType to, ScalarType from, long bits, Mode mode) {
    long value = Narrow.to(from, bits);
    if (mode.saturate()) {
      boolean hugeUnsigned = from == ScalarType.U64 && value < 0;
      long max = Narrow.max(to);
      if (to == ScalarType.U64) {
        return from.isSigned() && value < 0 ? 0 : value;
      }
      return hugeUnsigned ? max : Math.clamp(value, Narrow.min(to), max);
    }
    return Narrow.to(to, value);
  }

  private static double toDouble(ScalarType type, long bits, Mode mode) {
    return switch (type) {
      case F64 -> Double.longBitsToDouble(bits);
      case F32 -> SingleArithmetic.input(bits, mode.flush());
      default -> HalfArithmetic.Format.of(type).widen(bits);
    };
  }

  /**
   * The nearest integer that the type has. NaN becomes 0, but the highest bit alone where it comes
   * from a double or goes to 64 bits (PTX ISA, cvt).
   */
  private static long wholeNumber(ScalarType to, ScalarType from, double value, Rounding rounding) {
    double whole = whole(rounding).applyAsDouble(value);
    if (Double.isNaN(whole)) {
      boolean highest = from == ScalarType.F64 || to.bits() == 64;
      return highest ? Narrow.to(to, 1L << (to.bits() - 1)) : 0;
    }
    if (to == ScalarType.U64) {
      return whole >= 0x1p64
          ? -1L
          : whole >= 0x1p63 ? (long) (whole - 0x1p63) + Long.MIN_VALUE : Math.max(0, (long) whole);
    }
    return Math.clamp((long) whole, Narrow.min(to), Narrow.max(to));
  }

  private static DoubleUnaryOperator whole(Rounding rounding) {
    return switch (rounding) {
      case NEAREST_EVEN -> Math::rint;
      case ZERO -> value -> value < 0 ? Math.ceil(value) : Math.floor(value);
      case DOWN -> Math::floor;
      case UP -> Math::ceil;
    };
  }

  private static long ofInteger(ScalarType to, ScalarType from, long value, Mode mode) {
    boolean negative = from.isSigned() && value < 0;
    if (to == ScalarType.F64) {
      if (from.bits() < 64) {
        return Double.doubleToRawLongBits((double) value);
      }
      BigInteger exact = BigInteger.valueOf(value);
      if (value < 0 && !negative) {
        exact = exact.add(BigInteger.ONE.shiftLeft(64));
      }
      return Double.doubleToRawLongBits(SoftFloat.round(new BigDecimal(exact), mode.rounding()));
    }
    double magnitude = oddDouble(negative ? -value : value);
    return real(
        to,
        negative ? -magnitude : magnitude,
        new Mode(mode.rounding(), false, false, mode.saturate()));
  }

  /** An unsigned number as a double that is rounded to odd. */
  private static double oddDouble(long magnitude) {
    int extra = 11 - Long.numberOfLeadingZeros(magnitude);
    if (extra <= 0) {
      return magnitude;
    }
    long upper = magnitude >>> extra;
    if (upper << extra != magnitude) {
      upper |= 1;
    }
    return Math.scalb((double) upper, extra);
  }

  /** A double that is exact or was rounded to odd, as another floating-point type. */
  private static long real(ScalarType to, double value, Mode mode) {
    double input = mode.whole() ? whole(mode.rounding()).applyAsDouble(value) : value;
    double limited = mode.saturate() ? SoftFloat.saturate(input) : input;
    return switch (to) {
      case F64 -> Double.doubleToLongBits(limited);
      case F32 -> {
        float single =
            SoftFloat.narrow(limited, mode.whole() ? Rounding.NEAREST_EVEN : mode.rounding());
        yield SoftFloat.bits(mode.flush() ? SoftFloat.flush(single) : single);
      }
      default ->
          roundHalf(
              HalfArithmetic.Format.of(to),
              limited,
              mode.whole() ? Rounding.NEAREST_EVEN : mode.rounding());
    };
  }

  /** Rounds to 16 bits in any direction. */
  private static long roundHalf(HalfArithmetic.Format format, double value, Rounding rounding) {
    long nearest = format.round(value);
    double rounded = format.widen(nearest);
    if (rounding == Rounding.NEAREST_EVEN || rounded == value || Double.isNaN(value)) {
      return nearest;
    }
    boolean outward = Math.abs(rounded) > Math.abs(value);
    boolean wantsOutward =
        (rounding == Rounding.UP && value > 0) || (rounding == Rounding.DOWN && value < 0);
    // Magnitudes are in the order of their bits; zero has its sign already.
    return outward == wantsOutward ? nearest : outward ? nearest - 1 : nearest + 1;
  }

  private static long tensorFloat(long bits, boolean away) {
    int single = (int) bits;
    if (Float.isNaN(Float.intBitsToFloat(single))) {
      return SoftFloat.NAN;
    }
    int half = away ? 0x1000 : 0xfff + (single >>> 13 & 1);
    boolean infinite = (single & 0x7fff_ffff) == 0x7f80_0000;
    return infinite ? single : single + half & ~0x1fff;
  }

  private static long limit(
      HalfArithmetic.Format format, double value, boolean relu, boolean finite) {
    double positive = relu && !(value > 0) && !Double.isNaN(value) ? 0 : value;
    long bits = format.round(positive);
    boolean overflowed = Float.isInfinite(format.widen(bits));
    return finite && overflowed ? bits - 1 : bits;
  }

  private static Operation toPair(
      Decoding at, ScalarType to, ScalarType from, Mode mode, boolean relu, boolean finite) {
    if (from != ScalarType.F32) {
      throw at.bad("this conversion is not supported");
    }
    HalfArithmetic.Format format = HalfArithmetic.Format.of(to);
    Lanes.Binary loop =
        Lanes.each((a, b) -> {
          double high = toDouble(from, a, mode);
          double low = toDouble(from, b, mode);
          if (relu || finite) {
            return limit(format, high, relu, finite) << 16 | limit(format, low, relu, finite);
          }
          return roundHalf(format, high, mode.rounding()) << 16
              | (roundHalf(format, low, mode.rounding()) & 0xffff);
        });
    return LaneOperation.of(at, KIND, loop, ScalarType.B32, from, from);
  }

  /** Saturates integers and packs them. */
  private static Operation pack(Decoding at) {
    at.take("sat");
    ScalarType to = at.takeType();
    ScalarType from = at.takeType();
    boolean append = at.take("b32");
    at.expectOperands(append ? 4 : 3);
    int bits = to.bits();
    long mask = (1L << bits) - 1;
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          long high = Math.clamp(Narrow.to(from, a), Narrow.min(to), Narrow.max(to));
          long low = Math.clamp(Narrow.to(from, b), Narrow.min(to), Narrow.max(to));
          return (append ? c << (2 * bits) : 0) | (high & mask) << bits | (low & mask);
        });
    int a = at.source(1, from);
    int b = at.source(2, from);
    return LaneOperation.of(
        KIND,
        loop,
        at.destination(0, ScalarType.B32),
        a,
        b,
        append ? at.source(3, ScalarType.B32) : b);
  }
}
