package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.Locale;

/** The types of matrices' elements. */
enum MatrixElement {
  F16(16) {
    @Override
    double value(long bits) {
      return Float.float16ToFloat((short) bits);
    }

    @Override
    long bits(double value) {
      return HalfArithmetic.Format.HALF.round(value);
    }
  },
  BF16(16) {
    @Override
    double value(long bits) {
      return HalfArithmetic.Format.BFLOAT.widen(bits);
    }
  },
  /** A single whose lower 13 bits are not looked at. */
  TF32(32) {
    @Override
    double value(long bits) {
      return SoftFloat.of(bits & ~0x1fffL);
    }
  },
  F32(32) {
    @Override
    double value(long bits) {
      return SoftFloat.of(bits);
    }

    @Override
    long bits(double value) {
      return SoftFloat.bits((float) value);
    }
  },
  F64(64) {
    @Override
    double value(long bits) {
      return Double.longBitsToDouble(bits);
    }

    @Override
    long bits(double value) {
      return Double.doubleToLongBits(value);
    }
  },
  S8(8),
  U8(8),
  S4(4),
  U4(4),
  B1(1),
  S32(32) {
    @Override
    long bits(double value) {
      return (int) (long) value;
    }
  };

  private final int bits;

  MatrixElement(int bits) {
    this.bits = bits;
  }

  /** The type that the next modifier names. */
  static MatrixElement take(Decoding at) {
    String name = at.takeFirst();
    for (MatrixElement each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw at.bad("matrices of type ." + name + " are not supported");
  }

  int bits() {
    return bits;
  }

  /** The registers that hold elements. */
  ScalarType register() {
    return switch (this) {
      case F64 -> ScalarType.F64;
      case F32 -> ScalarType.F32;
      default -> ScalarType.B32;
    };
  }

  /** Elements of a register, the first in its lowest bits. */
  int perRegister() {
    return register().bits() / bits;
  }

  /** The exact value of an element in the lowest bits. */
  double value(long element) {
    int above = Long.SIZE - bits;
    boolean signed = this == S8 || this == S4 || this == S32;
    return signed ? element << above >> above : element << above >>> above;
  }

  /** The element that a value becomes in accumulators. */
  long bits(double value) {
    throw new AssertionError(this + " does not accumulate " + value);
  }

  boolean isFloat() {
    return this == F16 || this == BF16 || this == TF32 || this == F32 || this == F64;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
