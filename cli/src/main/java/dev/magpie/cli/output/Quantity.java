package dev.magpie.cli.output;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Numbers for people. */
public final class Quantity {
  private Quantity() {}

  /** Such as {@code 1 file} or {@code 1,024 files}. */
  public static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  /** Such as {@code 1,024}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Such as {@code 1.012x} or {@code 114,131x}: four digits, and all before the point. */
  public static String times(double factor) {
    int decimals = factor < 10 ? 3 : factor < 100 ? 2 : factor < 1000 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "fx", factor);
  }

  /** Such as {@code 64x3x3}; empty for a single element. */
  public static String shape(List<Long> shape) {
    return shape.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }

  /** Such as {@code 1.5 MiB}. */
  public static String bytes(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * power));
    return String.format(Locale.ROOT, "%.1f %ciB", value, "KMGTPE".charAt(power - 1));
  }
}
