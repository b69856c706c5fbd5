package dev.magpie.ptx.execute;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as C prints them: of their exact values, rounded to nearest, halves to even. */
final class RealText {
  private static final int HEXADECIMAL_DIGITS = 13;
  private static final long FRACTION = (1L << 52) - 1;

  private RealText() {}

  /** As {@code %.<digits>f}, of what is not negative. */
  static String fixed(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  /** As {@code %.<digits>e}, of what is not negative. */
  static String scientific(double value, int digits) {
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
    String all = rounded.unscaledValue().toString();
    int exponent = value == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    String padded = all + "0".repeat(Math.max(0, digits + 1 - all.length()));
    String fraction = padded.substring(1, digits + 1);
    return padded.charAt(0)
        + (digits > 0 ? "." + fraction : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /**
   * As {@code %a}, of what is not negative.
   *
   * @param digits behind the point; as many as are needed if less than 0
   */
  static String hexadecimal(double value, int digits) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52);
    long whole = (bits & FRACTION) | (exponent == 0 ? 0 : FRACTION + 1);
    int power = value == 0 ? 0 : Math.max(1, exponent) - 1023;
    int shown = digits < 0 ? HEXADECIMAL_DIGITS : Math.min(digits, HEXADECIMAL_DIGITS);
    int cut = 4 * (HEXADECIMAL_DIGITS - shown);
    if (cut > 0) {
      long half = 1L << (cut - 1);
      long rest = whole & (2 * half - 1);
      whole >>>= cut;
      if (rest > half || (rest == half && (whole & 1) != 0)) {
        whole++;
      }
    }
    long fraction = whole & ((1L << (4 * shown)) - 1);
    String text = shown == 0 ? "" : ("%0" + shown + "x").formatted(fraction);
    text = digits < 0 ? text.replaceAll("0+$", "") : text + "0".repeat(Math.max(0, digits - shown));
    return "0x"
        + (whole >>> (4 * shown))
        + (text.isEmpty() ? "" : "." + text)
        + (power < 0 ? "p" : "p+")
        + power;
  }
}
