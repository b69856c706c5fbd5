package dev.magpie.ptx.ir;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fundamental types of PTX. */
public enum ScalarType {
  PRED(1, Kind.PREDICATE),
  B8(8, Kind.BITS),
  B16(16, Kind.BITS),
  B32(32, Kind.BITS),
  B64(64, Kind.BITS),
  B128(128, Kind.BITS),
  U8(8, Kind.UNSIGNED),
  U16(16, Kind.UNSIGNED),
  U32(32, Kind.UNSIGNED),
  U64(64, Kind.UNSIGNED),
  S8(8, Kind.SIGNED),
  S16(16, Kind.SIGNED),
  S32(32, Kind.SIGNED),
  S64(64, Kind.SIGNED),
  F16(16, Kind.FLOAT),
  BF16(16, Kind.FLOAT),
  TF32(32, Kind.FLOAT),
  F32(32, Kind.FLOAT),
  F64(64, Kind.FLOAT),
  /** Two halves in 32 bits, the lower bits first. */
  F16X2(32, Kind.PACKED),
  BF16X2(32, Kind.PACKED),
  U16X2(32, Kind.PACKED),
  S16X2(32, Kind.PACKED),
  F32X2(64, Kind.PACKED);

  /** How the bits of a type are read. */
  public enum Kind {
    PREDICATE,
    BITS,
    UNSIGNED,
    SIGNED,
    FLOAT,
    PACKED
  }

  private static final Map<String, ScalarType> BY_NAME = new HashMap<>();

  static {
    for (ScalarType type : values()) {
      BY_NAME.put(type.toString(), type);
    }
  }

  private final int bits;
  private final Kind kind;
  private final int unusedBits;

  ScalarType(int bits, Kind kind) {
    this.bits = bits;
    this.kind = kind;
    boolean whole = kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.BITS;
    unusedBits = whole ? Math.max(0, Long.SIZE - bits) : 0;
  }

  /** The type that a modifier such as {@code u32} names, or null. */
  public static @Nullable ScalarType find(String name) {
    return BY_NAME.get(name);
  }

  public int bits() {
    return bits;
  }

  /** How many of the upper bits of a word of 64 an integer leaves; 0 for other types. */
  public int unusedBits() {
    return unusedBits;
  }

  /** Bytes in memory; one for a predicate. */
  public int bytes() {
    return Math.max(1, bits / 8);
  }

  public Kind kind() {
    return kind;
  }

  public boolean isSigned() {
    return kind == Kind.SIGNED;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** Whether it is a signed, unsigned or untyped integer. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.BITS;
  }

  /** The name without its dot, such as {@code u32}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
