package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes, written as {@code 64}, {@code 64B}, {@code 16KiB}, {@code 1MiB} and so on. */
public final class ByteSize {
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(B|[KMGT]iB)?");

  private ByteSize() {}

  /** What is small enough for an array. */
  public static int parse(String option, String text) {
    long bytes = parseOr(-1, text);
    BadUsageException.when(
        bytes < 0 || bytes > Integer.MAX_VALUE,
        "%s is a number of bytes such as 64, 16KiB or 1MiB, not '%s'".formatted(option, text));
    return (int) bytes;
  }

  /** What may be as large as memories are. */
  public static long parseLarge(String option, String text) {
    long bytes = parseOr(-1, text);
    BadUsageException.when(
        bytes < 0,
        "%s is a number of bytes such as 512MiB, 12GiB or 1TiB, not '%s'".formatted(option, text));
    return bytes;
  }

  private static long parseOr(long other, String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return other;
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    return Long.parseLong(matcher.group(1)) << (10 * UNITS.indexOf(unit));
  }
}
