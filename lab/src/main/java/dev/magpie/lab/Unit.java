package dev.magpie.lab;

import java.util.Locale;

/**
 * How the values of a claim are printed.
 *
 * @param name printed behind the number, such as {@code %}; may be empty
 * @param decimals digits behind the point
 */
public record Unit(String name, int decimals) {
  /** For statements that hold (1) or do not (0). */
  public static final Unit YES_NO = new Unit("yes/no", 0);

  /** For compression ratios, which papers give with two digits. */
  public static final Unit RATIO = new Unit("", 2);

  public static final Unit PERCENT = new Unit("%", 1);

  /** Whole things, such as bits. */
  public static Unit whole(String name) {
    return new Unit(name, 0);
  }

  String format(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (equals(YES_NO)) {
      return value == 1 ? "yes" : value == 0 ? "no" : Double.toString(value);
    }
    String number = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    return name.isEmpty() ? number : number + " " + name;
  }
}
