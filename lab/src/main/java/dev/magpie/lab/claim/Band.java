package dev.magpie.lab.claim;

/**
 * The measured values that count as the claimed one.
 *
 * @param low the least, included
 * @param high the greatest, included
 */
public record Band(double low, double high) {
  public Band {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no value is from %s to %s".formatted(low, high));
    }
  }

  public static Band exactly(double value) {
    return new Band(value, value);
  }

  /** Around a value that a paper rounded, by half of its last place, say. */
  public static Band around(double value, double tolerance) {
    return new Band(value - tolerance, value + tolerance);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
