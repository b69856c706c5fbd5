package dev.magpie.cli.output;

import java.util.Locale;

/** What a command writes its result as. */
public enum Format {
  TABLE,
  JSON,
  CSV;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
