package dev.magpie.snapshot;

import java.util.Arrays;
import java.util.Locale;

/** The type of an allocation's elements. Booleans are {@link #U8}. */
public enum Dtype {
  U8(1),
  I8(1),
  U16(2),
  I16(2),
  U32(4),
  I32(4),
  U64(8),
  I64(8),
  F16(2),
  /** The upper half of an {@link #F32}. */
  BF16(2),
  F32(4),
  F64(8);

  private final int bytes;

  Dtype(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes of one element. */
  public int bytes() {
    return bytes;
  }

  /** The name that users type and reports print, such as {@code bf16}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The type with this name.
   *
   * @throws IllegalArgumentException if there is none; the message gives the nearest names
   */
  public static Dtype parse(String name) {
    for (Dtype dtype : values()) {
      if (dtype.toString().equals(name)) {
        return dtype;
      }
    }
    String nearest =
        String.join(
            ", ", SimilarNames.of(name, Arrays.stream(values()).map(Dtype::toString).toList(), 3));
    throw new IllegalArgumentException(
        "unknown dtype '%s'; the nearest are %s; all are u8 to u64, i8 to i64, f16, bf16, f32, f64"
            .formatted(name, nearest));
  }
}
