package dev.magpie.ptx.conformance;

import java.math.BigInteger;

/** A binary floating-point format, and what rounds to it: the oracle for all float instructions. */
enum FloatFormat {
  F16(5, 10, 0x7fffL),
  BF16(8, 7, 0x7fffL),
  F32(8, 23, 0x7fffffffL),
  F64(11, 52, 0x7ff8000000000000L);

  /** Rounding modes: to nearest even, to zero, down, up. */
  enum Mode {
    RN,
    RZ,
    RM,
    RP;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  final int exponentBits;
  final int fractionBits;
  final int bits;

  /** The NaN that instructions give, where they do not pass one on. */
  final long nan;

  FloatFormat(int exponentBits, int fractionBits, long nan) {
    this.exponentBits = exponentBits;
    this.fractionBits = fractionBits;
    this.bits = 1 + exponentBits + fractionBits;
    this.nan = nan;
  }

  /** A finite number: significand times a power of two, and its sign, which zero has too. */
  record Finite(boolean negative, BigInteger magnitude, int exponent) {
    boolean isZero() {
      return magnitude.signum() == 0;
    }

    Finite times(Finite other) {
      return new Finite(
          negative != other.negative,
          magnitude.multiply(other.magnitude),
          exponent + other.exponent);
    }

    BigInteger signed(int lowest) {
      BigInteger shifted = magnitude.shiftLeft(exponent - lowest);
      return negative ? shifted.negate() : shifted;
    }

    /** The exact sum; a zero of operands with both signs is negative only where rounding down. */
    Finite plus(Finite other, Mode mode) {
      if (isZero() && other.isZero()) {
        boolean sign = negative == other.negative ? negative : mode == Mode.RM;
        return new Finite(sign, BigInteger.ZERO, 0);
      }
      int lowest = Math.min(exponent, other.exponent);
      BigInteger sum = signed(lowest).add(other.signed(lowest));
      boolean sign = sum.signum() == 0 ? mode == Mode.RM : sum.signum() < 0;
      return new Finite(sign, sum.abs(), lowest);
    }
  }

  long exponentMask() {
    return (1L << exponentBits) - 1;
  }

  long fractionMask() {
    return (1L << fractionBits) - 1;
  }

  long signMask() {
    return 1L << (bits - 1);
  }

  long infinity() {
    return exponentMask() << fractionBits;
  }

  int bias() {
    return (1 << (exponentBits - 1)) - 1;
  }

  boolean isNegative(long value) {
    return (value & signMask()) != 0;
  }

  private long magnitude(long value) {
    return value & (signMask() - 1);
  }

  boolean isNan(long value) {
    return magnitude(value) > infinity();
  }

  boolean isInfinite(long value) {
    return magnitude(value) == infinity();
  }

  boolean isZero(long value) {
    return magnitude(value) == 0;
  }

  boolean isSubnormal(long value) {
    return magnitude(value) != 0 && magnitude(value) <= fractionMask();
  }

  /** Subnormals to zeros of their sign. */
  long flush(long value) {
    return isSubnormal(value) ? value & signMask() : value;
  }

  Finite finite(long value) {
    long exponent = (value >>> fractionBits) & exponentMask();
    long fraction = value & fractionMask();
    long significand = exponent == 0 ? fraction : fraction | 1L << fractionBits;
    return new Finite(
        isNegative(value),
        BigInteger.valueOf(significand),
        (int) Math.max(exponent, 1) - bias() - fractionBits);
  }

  long round(Finite exact, Mode mode) {
    return round(exact, false, mode);
  }

  /**
   * Rounds a number.
   *
   * @param more whether the number is a little larger in magnitude than it says, by less than the
   *     last bit of its significand, which then reaches below half of the result's last place
   */
  long round(Finite exact, boolean more, Mode mode) {
    long sign = exact.negative() ? signMask() : 0;
    if (exact.isZero() && !more) {
      return sign;
    }
    int length = exact.magnitude().bitLength();
    int lowest = Math.max(exact.exponent() + length - 1, 1 - bias()) - fractionBits;
    int drop = lowest - exact.exponent();
    BigInteger kept;
    int rest;
    if (drop <= 0) {
      kept = exact.magnitude().shiftLeft(-drop);
      rest = more ? 1 : 0;
    } else {
      kept = exact.magnitude().shiftRight(drop);
      BigInteger below = exact.magnitude().subtract(kept.shiftLeft(drop));
      int half = below.compareTo(BigInteger.ONE.shiftLeft(drop - 1));
      // 0 nothing, 1 less than half, 2 half, 3 more than half.
      rest =
          half > 0 || (half == 0 && more) ? 3 : half == 0 ? 2 : below.signum() > 0 || more ? 1 : 0;
    }
    boolean up =
        switch (mode) {
          case RN -> rest == 3 || (rest == 2 && kept.testBit(0));
          case RZ -> false;
          case RM -> rest > 0 && exact.negative();
          case RP -> rest > 0 && !exact.negative();
        };
    if (up) {
      kept = kept.add(BigInteger.ONE);
    }
    // A significand that grew by a bit moves the exponent along by itself.
    long significand = kept.longValueExact();
    long biased = (long) lowest + bias() + fractionBits;
    if (significand > 2 * fractionMask() + 1) {
      significand >>= 1;
      biased++;
    }
    if (significand <= fractionMask()) {
      return sign | significand;
    }
    if (biased >= exponentMask()) {
      boolean toInfinity =
          switch (mode) {
            case RN -> true;
            case RZ -> false;
            case RM -> exact.negative();
            case RP -> !exact.negative();
          };
      return sign | (toInfinity ? infinity() : infinity() - 1);
    }
    return sign | (biased << fractionBits) | (significand & fractionMask());
  }

  long add(long a, long b, Mode mode) {
    if (isNan(a) || isNan(b) || (isInfinite(a) && isInfinite(b) && a != b)) {
      return nan;
    }
    if (isInfinite(a) || isInfinite(b)) {
      return isInfinite(a) ? a : b;
    }
    return round(finite(a).plus(finite(b), mode), mode);
  }

  long negate(long value) {
    return value ^ signMask();
  }

  long multiply(long a, long b, Mode mode) {
    if (isNan(a) || isNan(b)) {
      return nan;
    }
    long sign = (a ^ b) & signMask();
    if (isInfinite(a) || isInfinite(b)) {
      return isZero(a) || isZero(b) ? nan : sign | infinity();
    }
    return round(finite(a).times(finite(b)), mode);
  }

  long fma(long a, long b, long c, Mode mode) {
    if (isNan(a) || isNan(b) || isNan(c)) {
      return nan;
    }
    long sign = (a ^ b) & signMask();
    if (isInfinite(a) || isInfinite(b)) {
      if (isZero(a) || isZero(b) || (isInfinite(c) && (c & signMask()) != sign)) {
        return nan;
      }
      return sign | infinity();
    }
    if (isInfinite(c)) {
      return c;
    }
    return round(finite(a).times(finite(b)).plus(finite(c), mode), mode);
  }

  long divide(long a, long b, Mode mode) {
    if (isNan(a) || isNan(b) || (isInfinite(a) && isInfinite(b)) || (isZero(a) && isZero(b))) {
      return nan;
    }
    long sign = (a ^ b) & signMask();
    if (isInfinite(a) || isZero(b)) {
      return sign | infinity();
    }
    if (isInfinite(b) || isZero(a)) {
      return sign;
    }
    Finite dividend = finite(a);
    Finite divisor = finite(b);
    int shift = 3 * fractionBits + 8;
    BigInteger[] parts =
        dividend.magnitude().shiftLeft(shift).divideAndRemainder(divisor.magnitude());
    return round(
        new Finite(sign != 0, parts[0], dividend.exponent() - divisor.exponent() - shift),
        parts[1].signum() != 0,
        mode);
  }

  long squareRoot(long a, Mode mode) {
    if (isNan(a) || (isNegative(a) && !isZero(a))) {
      return nan;
    }
    if (isInfinite(a) || isZero(a)) {
      return a;
    }
    Finite value = finite(a);
    int shift = 3 * fractionBits + 8;
    if (((value.exponent() - shift) & 1) != 0) {
      shift++;
    }
    BigInteger[] parts = value.magnitude().shiftLeft(shift).sqrtAndRemainder();
    return round(
        new Finite(false, parts[0], (value.exponent() - shift) / 2), parts[1].signum() != 0, mode);
  }

  /** To [0, 1]; NaN to 0. */
  long saturate(long value) {
    long one = (long) bias() << fractionBits;
    if (isNan(value) || isNegative(value)) {
      return 0;
    }
    return Math.min(value, one);
  }

  /** The number that a value is, in another format. */
  long convert(long value, FloatFormat to, Mode mode) {
    if (isNan(value)) {
      return to.nan;
    }
    long sign = isNegative(value) ? to.signMask() : 0;
    return isInfinite(value) ? sign | to.infinity() : to.round(finite(value), mode);
  }

  /** The integer that a finite number rounds to. */
  static BigInteger toInteger(Finite value, Mode mode) {
    if (value.exponent() >= 0) {
      BigInteger whole = value.magnitude().shiftLeft(value.exponent());
      return value.negative() ? whole.negate() : whole;
    }
    BigInteger kept = value.magnitude().shiftRight(-value.exponent());
    BigInteger below = value.magnitude().subtract(kept.shiftLeft(-value.exponent()));
    int half = below.compareTo(BigInteger.ONE.shiftLeft(-value.exponent() - 1));
    boolean up =
        switch (mode) {
          case RN -> half > 0 || (half == 0 && kept.testBit(0));
          case RZ -> false;
          case RM -> below.signum() > 0 && value.negative();
          case RP -> below.signum() > 0 && !value.negative();
        };
    BigInteger whole = up ? kept.add(BigInteger.ONE) : kept;
    return value.negative() ? whole.negate() : whole;
  }

  /** The number nearest to a double that is itself closer to the truth than half a place here. */
  long nearest(double value) {
    return F64.convert(Double.doubleToRawLongBits(value), this, Mode.RN);
  }
}
