package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;

/**
 * Conversions of pairs of 8-bit floating-point numbers; the first of two goes to the upper byte.
 */
final class EightBitFloats {
  private static final InstructionClass KIND = InstructionClass.CONVERT;
  private static final long NAN = 0x7f;

  private EightBitFloats() {}

  /**
   * A format.
   *
   * @param fraction bits
   * @param bias of the exponent
   * @param largest the bits of the largest finite number
   */
  private record Format(int fraction, int bias, int largest) {
    static final Format E4M3 = new Format(3, 7, 0x7e);
    static final Format E5M2 = new Format(2, 15, 0x7b);

    /** Rounds to nearest even; what is beyond the largest number becomes that. */
    long round(double value) {
      if (Double.isNaN(value)) {
        return NAN;
      }
      double magnitude = Math.abs(value);
      int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
      double units = Math.rint(Math.scalb(magnitude, fraction - exponent));
      // In bits, the next exponent follows the largest fraction.
      double bits = units + ((exponent + bias - 1) << fraction);
      long sign = Double.doubleToRawLongBits(value) >>> 63 << 7;
      return sign | (long) Math.min(bits, largest);
    }

    double widen(long bits) {
      int magnitude = (int) bits & 0x7f;
      int exponent = Math.max(magnitude >> fraction, 1);
      int units = magnitude - ((exponent - 1) << fraction);
      double value = Math.scalb((double) units, exponent - bias - fraction);
      if (magnitude > largest) {
        value = magnitude == largest + 1 && fraction == 2 ? Double.POSITIVE_INFINITY : Double.NaN;
      }
      return (bits & 0x80) != 0 ? -value : value;
    }
  }

  /** Whether a conversion is one of these. */
  static boolean areIn(Decoding at) {
    return at.instruction().has("e4m3x2") || at.instruction().has("e5m2x2");
  }

  static Operation decode(Decoding at) {
    at.take("rn");
    boolean relu = at.take("relu");
    String type = at.takeRequired("e4m3x2", "e5m2x2");
    Format format = type.equals("e4m3x2") ? Format.E4M3 : Format.E5M2;
    boolean fromBytes = at.instruction().modifiers().getLast().equals(type);
    if (fromBytes) {
      if (!at.take("f16x2")) {
        throw at.bad("this conversion is not supported");
      }
      return LaneOperation.of(
          at,
          KIND,
          Lanes.each(a -> half(format, a >> 8, relu) << 16 | half(format, a, relu)),
          ScalarType.B32,
          ScalarType.B16);
    }
    if (!at.take("satfinite")) {
      throw at.bad("this conversion is not supported");
    }
    if (at.take("f16x2")) {
      HalfArithmetic.Format halves = HalfArithmetic.Format.HALF;
      return LaneOperation.of(
          at,
          KIND,
          Lanes.each(a ->
              eight(format, halves.widen(a >> 16), relu) << 8
                  | eight(format, halves.widen(a), relu)),
          ScalarType.B16,
          ScalarType.B32);
    }
    if (!at.take("f32")) {
      throw at.bad("this conversion is not supported");
    }
    return LaneOperation.of(
        at,
        KIND,
        Lanes.each((a, b) ->
            eight(format, SoftFloat.of(a), relu) << 8 | eight(format, SoftFloat.of(b), relu)),
        ScalarType.B16,
        ScalarType.F32,
        ScalarType.F32);
  }

  private static long eight(Format format, double value, boolean relu) {
    return format.round(relu && value <= 0 ? 0 : value);
  }

  private static long half(Format format, long bits, boolean relu) {
    double value = format.widen(bits);
    return HalfArithmetic.Format.HALF.round(relu && value <= 0 ? 0 : value);
  }
}
