package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes, written as {@code 64}, {@code 64B}, {@code 16KiB} or {@code 1MiB}. */
final class ByteSize {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(B|KiB|MiB)?");

  private ByteSize() {}

  static int parse(String option, String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      String unit = matcher.group(2) == null ? "" : matcher.group(2);
      int shift = unit.equals("KiB") ? 10 : unit.equals("MiB") ? 20 : 0;
      long bytes = Long.parseLong(matcher.group(1)) << shift;
      if (bytes <= Integer.MAX_VALUE) {
        return (int) bytes;
      }
    }
    throw new BadUsageException(
        "%s is a number of bytes such as 64, 16KiB or 1MiB, not '%s'".formatted(option, text));
  }
}
