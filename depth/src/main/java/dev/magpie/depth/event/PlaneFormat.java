package dev.magpie.depth.event;

import java.util.Locale;

/** How a plane's coefficients fit the 96 bits that a compressed tile has for each. */
public enum PlaneFormat {
  /** Nine fraction bits; a constant of 35 bits and gradients of 30. */
  FIXED(0, 35, 30) {
    @Override
    public int fractionBits(long numeratorX, long numeratorY, long area) {
      return 9;
    }
  },

  /**
   * As many fraction bits, up to thirteen, as leave both gradients below 2<sup>25</sup>; they are
   * stored in 4 bits beside a constant of 39 bits and gradients of 26.
   */
  FLOATING(4, 39, 26) {
    @Override
    public int fractionBits(long numeratorX, long numeratorY, long area) {
      int f = MAX_FRACTION_BITS;
      while (f > 0 && !(fits(numeratorX, area, f) && fits(numeratorY, area, f))) {
        f--;
      }
      return f;
    }

    private boolean fits(long numerator, long area, int f) {
      return Math.abs(divide(numerator, area, f)) < 1L << 25;
    }
  };

  /** The most fraction bits that a coefficient has. */
  public static final int MAX_FRACTION_BITS = 13;

  /** Bits of a plane in memory; one is spare. */
  public static final int PLANE_BITS = 96;

  /** Gradients are kept below this, so that no depth overflows; no format holds it. */
  public static final long MAX_GRADIENT = 1L << 40;

  private final int exponentBits;
  private final int constantBits;
  private final int gradientBits;

  PlaneFormat(int exponentBits, int constantBits, int gradientBits) {
    this.exponentBits = exponentBits;
    this.constantBits = constantBits;
    this.gradientBits = gradientBits;
  }

  /** Bits that store a plane's own number of fraction bits. */
  public int exponentBits() {
    return exponentBits;
  }

  /** Bits of the constant, two's complement. */
  public int constantBits() {
    return constantBits;
  }

  /** Bits of each gradient, two's complement. */
  public int gradientBits() {
    return gradientBits;
  }

  /** Fraction bits for a plane whose gradients are the numerators over the area. */
  public abstract int fractionBits(long numeratorX, long numeratorY, long area);

  /** Whether a plane can be stored exactly. */
  public boolean holds(long c0, long cx, long cy) {
    return signed(c0, constantBits) && signed(cx, gradientBits) && signed(cy, gradientBits);
  }

  /**
   * A gradient: {@code numerator / area} with {@code f} fraction bits, rounded half away from zero.
   * Slivers have gradients beyond all depths, which end at {@link #MAX_GRADIENT}.
   */
  public static long divide(long numerator, long area, int f) {
    long magnitude = Math.abs(numerator);
    if (magnitude < 1L << (Long.SIZE - 2 - f)) {
      // The usual case, in one division.
      long quotient = Math.min(((magnitude << f) + area / 2) / area, MAX_GRADIENT);
      return numerator < 0 ? -quotient : quotient;
    }
    long whole = magnitude / area;
    long quotient =
        whole >= MAX_GRADIENT >> f
            ? MAX_GRADIENT
            : (whole << f) + ((magnitude % area << f) + area / 2) / area;
    return numerator < 0 ? -quotient : quotient;
  }

  private static boolean signed(long value, int bits) {
    return value >= -(1L << (bits - 1)) && value < 1L << (bits - 1);
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
