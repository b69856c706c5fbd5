package dev.magpie.snapshot;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

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
    String typed = name.toLowerCase(Locale.ROOT);
    String nearest =
        Arrays.stream(values())
            .map(Dtype::toString)
            .sorted(Comparator.comparingInt(legal -> distance(typed, legal)))
            .limit(3)
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "unknown dtype '%s'; the nearest are %s; all are u8 to u64, i8 to i64, f16, bf16, f32, f64"
            .formatted(name, nearest));
  }

  /** Letters to insert, delete or replace between two words. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(diagonal, row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
