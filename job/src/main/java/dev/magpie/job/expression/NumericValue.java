package dev.magpie.job.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** A number: a whole one, exactly, or a real one. Messages show it as it prints. */
public sealed interface NumericValue {
  /** A whole number of 64 bits, whether signed or not. */
  record Whole(BigInteger value) implements NumericValue {
    /** Bits that say what a number is, where it is negative and where not. */
    private static final int NEGATIVE_BITS = 63;

    private static final int BITS = 64;

    /**
     * @throws IllegalArgumentException if it is beyond 64 bits
     */
    public Whole {
      if (value.bitLength() > (value.signum() < 0 ? NEGATIVE_BITS : BITS)) {
        throw new IllegalArgumentException("%s does not fit into 64 bits".formatted(value));
      }
    }

    @Override
    public double real() {
      return value.doubleValue();
    }

    @Override
    public Optional<BigInteger> whole() {
      return Optional.of(value);
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A real number in double precision. */
  record Real(double value) implements NumericValue {
    @Override
    public double real() {
      return value;
    }

    @Override
    public Optional<BigInteger> whole() {
      return Double.isFinite(value) && value == Math.rint(value)
          ? Optional.of(new BigDecimal(value).toBigInteger())
          : Optional.empty();
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  static NumericValue of(long value) {
    return new Whole(BigInteger.valueOf(value));
  }

  static NumericValue of(double value) {
    return new Real(value);
  }

  /** It in double precision, rounded where that does not hold it. */
  double real();

  /** It as a whole number, if it is one. */
  Optional<BigInteger> whole();
}
