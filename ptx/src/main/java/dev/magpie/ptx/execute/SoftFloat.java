package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.SingleBits;
import java.math.BigDecimal;

/**
 * Floating-point arithmetic that Java does not have: directed rounding, flushing and saturation.
 *
 * <p>Single results are computed as doubles rounded to odd: such a double rounds to a single as the
 * exact result would, in every direction.
 */
final class SoftFloat {
  /** The NaN that instructions on singles give. */
  static final int NAN = SingleBits.NAN;

  private SoftFloat() {}

  /** A single's bits, with the one NaN that instructions give. */
  static int bits(float value) {
    return SingleBits.of(value);
  }

  static float of(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  /** Zero, of the same sign, in place of a subnormal number. */
  static float flush(float value) {
    return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0f, value) : value;
  }

  /** Between 0 and 1, NaN being 0. */
  static float saturate(float value) {
    return value > 0 ? Math.min(value, 1f) : 0f;
  }

  static double saturate(double value) {
    return value > 0 ? Math.min(value, 1.0) : 0.0;
  }

  /** The sum, its last bit set if it is inexact. */
  static double addToOdd(double a, double b) {
    double sum = a + b;
    if (Double.isNaN(sum) || Double.isInfinite(sum)) {
      return sum;
    }
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    return toOdd(sum, error);
  }

  /** A rounded result with the sign of what was lost, rounded to odd instead. */
  private static double toOdd(double rounded, double error) {
    if (error == 0 || (Double.doubleToRawLongBits(rounded) & 1) != 0) {
      return rounded;
    }
    return error > 0 ? Math.nextUp(rounded) : Math.nextDown(rounded);
  }

  /** The quotient of two singles, rounded to odd. */
  static double divideToOdd(float a, float b) {
    double quotient = (double) a / b;
    if (Double.isNaN(quotient) || Double.isInfinite(quotient) || b == 0 || Float.isInfinite(b)) {
      return quotient;
    }
    double rest = Math.fma(-quotient, b, a);
    return toOdd(quotient, b > 0 ? rest : -rest);
  }

  static double squareRootToOdd(float a) {
    double root = Math.sqrt(a);
    return root > 0 && !Double.isInfinite(root) ? toOdd(root, Math.fma(-root, root, a)) : root;
  }

  /** A double that was rounded to odd, as a single. */
  static float narrow(double value, Rounding rounding) {
    float nearest = (float) value;
    return switch (rounding) {
      case NEAREST_EVEN -> nearest;
      case ZERO -> value > 0 ? down(nearest, value) : up(nearest, value);
      case DOWN -> down(nearest, value);
      case UP -> up(nearest, value);
    };
  }

  private static float down(float nearest, double value) {
    return nearest > value ? Math.nextDown(nearest) : nearest;
  }

  private static float up(float nearest, double value) {
    return nearest < value ? Math.nextUp(nearest) : nearest;
  }

  /** The sum of two doubles, both of them exact, rounded once to a single. */
  static float add(double a, double b, Rounding rounding) {
    double sum = addToOdd(a, b);
    if (sum == 0 && rounding == Rounding.DOWN && (isNegative(a) || isNegative(b))) {
      return -0f;
    }
    return narrow(sum, rounding);
  }

  static boolean isNegative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }

  /** The sum of doubles in any rounding. */
  static double addDouble(double a, double b, Rounding rounding) {
    double sum = a + b;
    if (rounding == Rounding.NEAREST_EVEN || isSpecial(a) || isSpecial(b)) {
      return sum;
    }
    if (sum == 0) {
      return rounding == Rounding.DOWN && (isNegative(a) || isNegative(b)) ? -0.0 : sum;
    }
    return adjust(sum, new BigDecimal(a).add(new BigDecimal(b)), rounding);
  }

  static double multiplyDouble(double a, double b, Rounding rounding) {
    double product = a * b;
    if (rounding == Rounding.NEAREST_EVEN || isSpecial(a) || isSpecial(b) || a == 0 || b == 0) {
      return product;
    }
    return adjust(product, new BigDecimal(a).multiply(new BigDecimal(b)), rounding);
  }

  static double fmaDouble(double a, double b, double c, Rounding rounding) {
    double result = Math.fma(a, b, c);
    if (rounding == Rounding.NEAREST_EVEN || isSpecial(a) || isSpecial(b) || isSpecial(c)) {
      return result;
    }
    if (a == 0 || b == 0) {
      return addDouble(a * b, c, rounding);
    }
    BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
    if (exact.signum() == 0) {
      boolean bothNegative = c < 0 || (isNegative(c) && isNegative(a) != isNegative(b));
      return rounding == Rounding.DOWN || (c == 0 && bothNegative) ? -0.0 : 0.0;
    }
    return adjust(result, exact, rounding);
  }

  static double divideDouble(double a, double b, Rounding rounding) {
    double quotient = a / b;
    if (rounding == Rounding.NEAREST_EVEN || isSpecial(a) || isSpecial(b) || a == 0 || b == 0) {
      return quotient;
    }
    if (Double.isInfinite(quotient)) {
      double largest = Math.copySign(Double.MAX_VALUE, quotient);
      return towards(quotient > 0 ? 1 : -1, largest, quotient, rounding);
    }
    BigDecimal rest =
        new BigDecimal(a).subtract(new BigDecimal(quotient).multiply(new BigDecimal(b)));
    int error = rest.signum() * (b < 0 ? -1 : 1);
    return nudge(quotient, error, isNegative(a) != isNegative(b), rounding);
  }

  static double squareRootDouble(double a, Rounding rounding) {
    double root = Math.sqrt(a);
    if (rounding == Rounding.NEAREST_EVEN || isSpecial(a) || !(a > 0)) {
      return root;
    }
    BigDecimal square = new BigDecimal(root).multiply(new BigDecimal(root));
    return nudge(root, new BigDecimal(a).compareTo(square), false, rounding);
  }

  /** The double next to an exact value. */
  static double round(BigDecimal exact, Rounding rounding) {
    return adjust(exact.doubleValue(), exact, rounding);
  }

  private static boolean isSpecial(double value) {
    return Double.isNaN(value) || Double.isInfinite(value);
  }

  private static double adjust(double nearest, BigDecimal exact, Rounding rounding) {
    boolean negative = exact.signum() < 0;
    if (Double.isInfinite(nearest)) {
      double largest = Math.copySign(Double.MAX_VALUE, nearest);
      return towards(negative ? -1 : 1, largest, nearest, rounding);
    }
    return nudge(nearest, exact.compareTo(new BigDecimal(nearest)), negative, rounding);
  }

  /** What is inside for roundings that go inward for a sign, else what is outside. */
  private static double towards(int sign, double inside, double outside, Rounding rounding) {
    boolean inward =
        switch (rounding) {
          case ZERO -> true;
          case DOWN -> sign > 0;
          case UP -> sign < 0;
          case NEAREST_EVEN -> false;
        };
    return inward ? inside : outside;
  }

  /** The nearest double, moved by one place if the exact result lies beyond it. */
  private static double nudge(double nearest, int error, boolean negative, Rounding rounding) {
    return switch (rounding) {
      case NEAREST_EVEN -> nearest;
      case DOWN -> error < 0 ? Math.nextDown(nearest) : nearest;
      case UP -> error > 0 ? Math.nextUp(nearest) : nearest;
      case ZERO ->
          negative
              ? error > 0 ? Math.nextUp(nearest) : nearest
              : error < 0 ? Math.nextDown(nearest) : nearest;
    };
  }
}
