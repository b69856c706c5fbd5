package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A width and a height, written as {@code 1920x1080}. */
record Extent(int width, int height) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})x(\\d{1,9})");

  static Extent parse(String option, String text) {
    Matcher matcher = TEXT.matcher(text);
    BadUsageException.when(
        !matcher.matches(),
        "%s is a width and a height such as 8x8, not '%s'".formatted(option, text));
    return new Extent(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }
}
