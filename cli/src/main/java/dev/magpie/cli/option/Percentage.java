package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;

/** Shares, written as {@code 30%} or {@code 0.3}. */
public final class Percentage {
  private Percentage() {}

  /** A share from 0 to 1. */
  public static double parse(String option, String text) {
    boolean percent = text.endsWith("%");
    double share;
    try {
      share =
          percent
              ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
              : Double.parseDouble(text);
    } catch (NumberFormatException _) {
      share = Double.NaN;
    }
    BadUsageException.when(
        !(share >= 0 && share <= 1),
        "%s is a share from 0 to 1, such as 0.3 or 30%%, not '%s'".formatted(option, text));
    return share;
  }
}
