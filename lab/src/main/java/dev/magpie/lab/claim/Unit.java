package dev.magpie.lab.claim;

import java.util.Locale;

/**
 * How the values of a claim are printed.
 *
 * @param name printed behind the number, such as {@code %}; may be empty. With slashes, such as
 *     {@code no/yes}, the words that the values 0, 1, ... stand for
 * @param decimals digits behind the point
 */
public record Unit(String name, int decimals) {
  /** For statements that hold (1) or do not (0). */
  public static final Unit YES_NO = words("no", "yes");

  /** For compression ratios, which papers give with two digits. */
  public static final Unit RATIO = new Unit("", 2);

  public static final Unit PERCENT = new Unit("%", 1);

  /** Whole things, such as bits. */
  public static Unit whole(String name) {
    return new Unit(name, 0);
  }

  /** Words for 0, 1 and so on. */
  public static Unit words(String... words) {
    return new Unit(String.join("/", words), 0);
  }

  /** A number of a paper in its own digits. */
  String append(String digits) {
    return name.isEmpty() ? digits : digits + " " + name;
  }

  public String format(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    String[] words = name.split("/", -1);
    if (words.length > 1 && value == Math.rint(value) && value >= 0 && value < words.length) {
      return words[(int) value];
    }
    String number = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    String singular =
        decimals == 0 && value == 1 && name.endsWith("s")
            ? name.substring(0, name.length() - 1)
            : name;
    return name.isEmpty() ? number : number + " " + singular;
  }
}
