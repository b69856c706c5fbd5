package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.ScalarType;

/**
 * Floating-point literals as bits. The double that carries a literal of single precision has its
 * value, or, for a NaN, its sign and payload in the upper bits.
 */
public final class RealBits {
  private static final int PAYLOAD_SHIFT = 29;

  private RealBits() {}

  /** The double NaN with the sign and payload of a single one. */
  static long widenNan(int bits) {
    long sign = (bits & 0x8000_0000L) << 32;
    return sign | 0x7ff0_0000_0000_0000L | (long) (bits & 0x7f_ffff) << PAYLOAD_SHIFT;
  }

  /** A literal's bits in a type; as many as the type has, in the lower bits. */
  public static long of(ScalarType type, double value) {
    return switch (type) {
      case F32, TF32 -> single(value) & 0xffff_ffffL;
      case F16 -> Float.floatToFloat16((float) value) & 0xffffL;
      case BF16 -> single(value) >>> 16;
      default ->
          type.bits() == 32 ? single(value) & 0xffff_ffffL : Double.doubleToRawLongBits(value);
    };
  }

  private static int single(double value) {
    if (!Double.isNaN(value)) {
      return Float.floatToRawIntBits((float) value);
    }
    long bits = Double.doubleToRawLongBits(value);
    return (int) (bits >>> 32 & 0x8000_0000L)
        | 0x7f80_0000
        | (int) (bits >>> PAYLOAD_SHIFT & 0x7f_ffff);
  }
}
