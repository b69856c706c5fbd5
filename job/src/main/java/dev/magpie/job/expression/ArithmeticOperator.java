package dev.magpie.job.expression;

import dev.magpie.job.expression.NumericValue.Real;
import dev.magpie.job.expression.NumericValue.Whole;
import java.math.BigInteger;

/** What combines two numbers, as it does in C. */
enum ArithmeticOperator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  MIN("min"),
  MAX("max");

  private static final int MOST_SHIFT = 63;

  private final String symbol;

  ArithmeticOperator(String symbol) {
    this.symbol = symbol;
  }

  String symbol() {
    return symbol;
  }

  /**
   * The result.
   *
   * @param real whether the quotient of whole numbers is a real one
   * @throws IllegalArgumentException if there is none, or none of 64 bits
   */
  NumericValue apply(NumericValue left, NumericValue right, boolean real) {
    if (left instanceof Whole(BigInteger a) && right instanceof Whole(BigInteger b)) {
      return real && this == DIVIDE ? apply(left.real(), right.real()) : new Whole(apply(a, b));
    }
    return apply(left.real(), right.real());
  }

  private BigInteger apply(BigInteger a, BigInteger b) {
    if ((this == DIVIDE || this == REMAINDER) && b.signum() == 0) {
      throw new IllegalArgumentException("division by zero");
    }
    return switch (this) {
      case ADD -> a.add(b);
      case SUBTRACT -> a.subtract(b);
      case MULTIPLY -> a.multiply(b);
      case DIVIDE -> a.divide(b);
      case REMAINDER -> a.remainder(b);
      case SHIFT_LEFT -> a.shiftLeft(distance(b));
      case SHIFT_RIGHT -> a.shiftRight(distance(b));
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private int distance(BigInteger by) {
    if (by.signum() < 0 || by.compareTo(BigInteger.valueOf(MOST_SHIFT)) > 0) {
      throw new IllegalArgumentException(
          "%s shifts by 0 to %d, not by %s".formatted(symbol, MOST_SHIFT, by));
    }
    return by.intValue();
  }

  private Real apply(double a, double b) {
    if (this == DIVIDE && b == 0) {
      throw new IllegalArgumentException("division by zero");
    }
    double result =
        switch (this) {
          case ADD -> a + b;
          case SUBTRACT -> a - b;
          case MULTIPLY -> a * b;
          case DIVIDE -> a / b;
          case MIN -> Math.min(a, b);
          case MAX -> Math.max(a, b);
          case REMAINDER, SHIFT_LEFT, SHIFT_RIGHT ->
              throw new IllegalArgumentException("%s is for whole numbers".formatted(symbol));
        };
    if (!Double.isFinite(result) && Double.isFinite(a) && Double.isFinite(b)) {
      throw new IllegalArgumentException(
          "%s %s %s is beyond double precision".formatted(a, symbol, b));
    }
    return new Real(result);
  }
}
