package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;

/** Shares, written as {@code 30%} or {@code 0.3}. */
public final class Percentage {
  private Percentage() {}

  /** A share of 1. */
  public static double parse(String option, String text) {
    try {
      return text.endsWith("%")
          ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
          : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new BadUsageException(
          "%s is a share such as 30%% or 0.3, not '%s'".formatted(option, text), e);
    }
  }
}
