package dev.magpie.job;

import dev.magpie.ptx.Argument;
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

  /**
   * A scalar argument such as {@code i32:7}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Argument argument(String written) {
    int colon = written.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("is neither @buffer nor type:number, such as i32:7");
    }
    Dtype dtype = Dtype.parse(written.substring(0, colon));
    return new Argument.Scalar(dtype, bits(dtype, written.substring(colon + 1)));
  }

  /**
   * The bits of a number in a type, in the lower bits.
   *
   * @throws IllegalArgumentException if it is no number, or the type does not reach it
   */
  static long bits(Dtype dtype, String number) {
    return switch (dtype) {
      case F64 -> Double.doubleToRawLongBits(real(number));
      case F32 -> Float.floatToRawIntBits(single(number)) & 0xffff_ffffL;
      case F16 -> Float.floatToFloat16(single(number)) & 0xffffL;
      case BF16 -> {
        int bits = Float.floatToRawIntBits(single(number));
        boolean nan = Float.isNaN(Float.intBitsToFloat(bits));
        yield nan ? 0x7fff : ((bits + 0x7fffL + (bits >>> 16 & 1)) >>> 16) & 0xffff;
      }
      default -> whole(dtype, number);
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

  private static long whole(Dtype dtype, String number) {
    BigInteger value;
    try {
      value =
          number.startsWith("0x")
              ? new BigInteger(number.substring(2), 16)
              : decimal(number).toBigIntegerExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is not a whole number".formatted(number), e);
    }
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
  static boolean equal(MemorySegment memory, long index, Dtype dtype, String number) {
    long wanted = bits(dtype, number);
    long found =
        switch (dtype.bytes()) {
          case 1 -> memory.get(ValueLayout.JAVA_BYTE, index) & 0xff;
          case 2 -> memory.get(SHORT, index * 2) & 0xffff;
          case 4 -> memory.get(INT, index * 4) & 0xffff_ffffL;
          default -> memory.get(LONG, index * 8);
        };
    int bits = 8 * dtype.bytes();
    long mask = bits == 64 ? -1L : (1L << bits) - 1;
    boolean real = dtype.toString().contains("f");
    boolean zero = real && ((found | wanted) << (65 - bits)) == 0;
    return zero || found == (wanted & mask);
  }
}
