package dev.magpie.job;

import dev.magpie.job.expression.ExpressionParser;
import dev.magpie.job.expression.NumericValue;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Locale;

/** Numbers of a job file, as the bits of a type. */
final class Numbers {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Numbers() {}

  /** Whether a number is a plain decimal one, or a word for none. */
  static boolean isPlain(String number) {
    try {
      real(number);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** A number as people write it. */
  static String written(double number) {
    return Double.isInfinite(number) ? number < 0 ? "-inf" : "inf" : String.valueOf(number);
  }

  /**
   * Makes sure that a number is not so long that reading it takes long.
   *
   * @throws IllegalArgumentException if it is
   */
  static void requireShort(String number) {
    if (number.length() > ExpressionParser.MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "is longer than %d characters".formatted(ExpressionParser.MOST_CHARACTERS));
    }
  }

  /**
   * What a plain number is in arithmetic: whole if it is written without point and exponent.
   *
   * @throws IllegalArgumentException if it is none, or beyond 64 bits
   */
  static NumericValue value(String number) {
    return number.chars().allMatch(c -> c == '-' || c == '+' || Character.isDigit(c))
        ? new NumericValue.Whole(decimal(number).toBigIntegerExact())
        : NumericValue.of(real(number));
  }

  static boolean isReal(Dtype dtype) {
    return switch (dtype) {
      case F16, BF16, F32, F64 -> true;
      default -> false;
    };
  }

  /**
   * The bits of what arithmetic gave, in the lower bits.
   *
   * @throws IllegalArgumentException if the type does not reach it
   */
  static long bits(Dtype dtype, NumericValue value) {
    if (!isReal(dtype)) {
      return whole(
          dtype,
          value.toString(),
          value
              .whole()
              .orElseThrow(
                  () -> new IllegalArgumentException("%s is not a whole number".formatted(value))));
    }
    double number = value.real();
    float single =
        value instanceof NumericValue.Whole(BigInteger whole) ? whole.floatValue() : (float) number;
    long bits = dtype == Dtype.F64 ? Double.doubleToRawLongBits(number) : bits(dtype, single);
    if (Double.isFinite(number) && !Double.isFinite(real(dtype, bits))) {
      throw new IllegalArgumentException("%s does not reach %s".formatted(dtype, value));
    }
    return bits;
  }

  private static double real(Dtype dtype, long bits) {
    return switch (dtype) {
      case F64 -> Double.longBitsToDouble(bits);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F16 -> Float.float16ToFloat((short) bits);
      default -> Float.intBitsToFloat((int) bits << 16);
    };
  }

  /**
   * The bits of a number in a type, in the lower bits.
   *
   * @throws IllegalArgumentException if it is no number, or the type does not reach it
   */
  static long bits(Dtype dtype, String number) {
    return switch (dtype) {
      case F64 -> Double.doubleToRawLongBits(real(number));
      case F32, F16, BF16 -> bits(dtype, single(number));
      default -> whole(dtype, number, whole(number));
    };
  }

  private static long bits(Dtype dtype, float number) {
    int single = Float.floatToRawIntBits(number);
    return switch (dtype) {
      case F16 -> Float.floatToFloat16(number) & 0xffffL;
      case BF16 ->
          Float.isNaN(number) ? 0x7fff : ((single + 0x7fffL + (single >>> 16 & 1)) >>> 16) & 0xffff;
      default -> single & 0xffff_ffffL;
    };
  }

  private static double real(String number) {
    return switch (number.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> {
        decimal(number);
        yield Double.parseDouble(number);
      }
    };
  }

  private static float single(String number) {
    double special = real(number);
    return Double.isNaN(special) || Double.isInfinite(special)
        ? (float) special
        : Float.parseFloat(number);
  }

  private static BigDecimal decimal(String number) {
    try {
      BigDecimal decimal = new BigDecimal(number);
      if (Math.abs((long) decimal.scale()) > 10_000) {
        throw new IllegalArgumentException("'%s' is out of range".formatted(number));
      }
      return decimal;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is not a number".formatted(number), e);
    }
  }

  private static BigInteger whole(String number) {
    try {
      return decimal(number).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("'%s' is not a whole number".formatted(number), e);
    }
  }

  private static long whole(Dtype dtype, String number, BigInteger value) {
    boolean signed = dtype.toString().startsWith("i");
    int bits = 8 * dtype.bytes();
    BigInteger least = signed ? BigInteger.TWO.pow(bits - 1).negate() : BigInteger.ZERO;
    BigInteger beyond = BigInteger.TWO.pow(signed ? bits - 1 : bits);
    if (value.compareTo(least) < 0 || value.compareTo(beyond) >= 0) {
      throw new IllegalArgumentException("%s does not reach %s".formatted(dtype, number));
    }
    return value.longValue();
  }

  /** Writes bits as an element. */
  static void set(MemorySegment memory, long index, int bytes, long bits) {
    switch (bytes) {
      case 1 -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) bits);
      case 2 -> memory.set(SHORT, index * 2, (short) bits);
      case 4 -> memory.set(INT, index * 4, (int) bits);
      default -> memory.set(LONG, index * 8, bits);
    }
  }

  /** Whether an element has a value; as numbers, so that both zeros are one. */
  static boolean equal(MemorySegment memory, long index, Dtype dtype, long wanted) {
    long found =
        switch (dtype.bytes()) {
          case 1 -> memory.get(ValueLayout.JAVA_BYTE, index) & 0xff;
          case 2 -> memory.get(SHORT, index * 2) & 0xffff;
          case 4 -> memory.get(INT, index * 4) & 0xffff_ffffL;
          default -> memory.get(LONG, index * 8);
        };
    int bits = 8 * dtype.bytes();
    long mask = bits == 64 ? -1L : (1L << bits) - 1;
    boolean zero = isReal(dtype) && ((found | wanted) << (65 - bits)) == 0;
    return zero || found == (wanted & mask);
  }
}
