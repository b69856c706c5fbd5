package dev.magpie.report;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A column of a table.
 *
 * @param title its heading
 * @param kind what its cells hold
 * @param decimals digits behind the point, for numbers
 * @param unit shown under the heading; empty for none
 */
public record Column(String title, Kind kind, int decimals, String unit) {

  private static final Set<String> SIZES = Set.of("KiB", "MiB", "GiB");
  private static final Pattern MICROS = Pattern.compile("u[sJ]");
  private static final int MOST_DECIMALS = 15;

  /** What a column's cells hold; any cell may be missing. */
  public enum Kind {
    /** {@link Cell.Text} or {@link Cell.Link}. */
    TEXT,
    /** {@link Cell.Figure}, aligned to the right. */
    NUMBER,
    /** {@link Cell.Badge}. */
    VERDICT
  }

  public Column {
    if (decimals < 0 || decimals > MOST_DECIMALS) {
      throw new IllegalArgumentException(decimals + " decimals in column \"" + title + "\"");
    }
  }

  public static Column text(String title) {
    return new Column(title, Kind.TEXT, 0, "");
  }

  public static Column number(String title, int decimals) {
    return new Column(title, Kind.NUMBER, decimals, "");
  }

  public static Column number(String title, int decimals, String unit) {
    return new Column(title, Kind.NUMBER, decimals, unit);
  }

  public static Column verdict(String title) {
    return new Column(title, Kind.VERDICT, 0, "");
  }

  boolean accepts(Cell cell) {
    return switch (cell) {
      case Cell.Missing _ -> true;
      case Cell.Text _, Cell.Link _ -> kind == Kind.TEXT;
      case Cell.Figure _ -> kind == Kind.NUMBER;
      case Cell.Badge _ -> kind == Kind.VERDICT;
    };
  }

  /** The cell as HTML and text tables print it. */
  String format(Cell cell) {
    return switch (cell) {
      case Cell.Missing _ -> "";
      case Cell.Text(String text) -> text;
      case Cell.Link(String text, _) -> text;
      case Cell.Badge(Verdict verdict) -> verdict.label();
      case Cell.Figure(double value) -> format(value, decimals);
    };
  }

  /**
   * The same for a page, where the sizes in a column are of all magnitudes: what is small shows
   * three digits, too.
   */
  String formatForPage(Cell cell) {
    if (!(cell instanceof Cell.Figure(double value))
        || !(SIZES.contains(unit) || SIZES.contains(title))
        || value == 0
        || Double.isInfinite(value)) {
      return format(cell);
    }
    int needed = 2 - (int) Math.floor(Math.log10(Math.abs(value)));
    return format(value, Math.clamp(needed, decimals, MOST_DECIMALS));
  }

  /** With the letter that a micro has: a page is no terminal. */
  Column forPage() {
    return MICROS.matcher(unit).matches()
        ? new Column(title, kind, decimals, "\u00b5" + unit.substring(1))
        : this;
  }

  static String format(double value, int decimals) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    // A value that rounds to zero has no sign.
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    return text.startsWith("-") && text.chars().noneMatch(c -> c >= '1' && c <= '9')
        ? text.substring(1)
        : text;
  }
}
