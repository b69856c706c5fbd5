package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;

/** Values of integer types, from bits whose upper ones may be anything. */
final class Narrow {
  private Narrow() {}

  /** The value that the lower bits have in a type; unsigned 64-bit ones wrap. */
  static long to(ScalarType type, long bits) {
    int above = type.unusedBits();
    return type.isSigned() ? bits << above >> above : bits << above >>> above;
  }

  static long min(ScalarType type) {
    return type.isSigned() ? -1L << (type.bits() - 1) : 0;
  }

  /** The largest value; for unsigned 64-bit types the bits are all ones. */
  static long max(ScalarType type) {
    int bits = type.bits() - (type.isSigned() ? 1 : 0);
    return bits == 64 ? -1L : (1L << bits) - 1;
  }

  static int compare(ScalarType type, long a, long b) {
    return type.isSigned()
        ? Long.compare(to(type, a), to(type, b))
        : Long.compareUnsigned(to(type, a), to(type, b));
  }

  /** The type without a sign of the same width: 16, 32 or 64 bits. */
  static ScalarType unsigned(ScalarType type) {
    return switch (type.bits()) {
      case 16 -> ScalarType.U16;
      case 32 -> ScalarType.U32;
      default -> ScalarType.U64;
    };
  }
}
