package dev.magpie.report;

import java.util.List;

/**
 * A chart's axis.
 *
 * @param title what it measures, with the unit, such as "bandwidth (GB/s)"
 * @param scale how values are placed
 * @param fromZero whether a linear axis begins at zero, or close to its values
 * @param labels the places of a {@link Scale#LABELS} axis; else empty
 */
public record Axis(String title, Scale scale, boolean fromZero, List<String> labels) {

  /** How an axis places values. */
  public enum Scale {
    LINEAR,
    /** Logarithmic with a tick at every power of two, for sizes. */
    LOG2,
    /** Logarithmic with a tick at every power of ten. */
    LOG10,
    /** Named places at equal distances. */
    LABELS
  }

  public Axis {
    labels = List.copyOf(labels);
    if (labels.isEmpty() == (scale == Scale.LABELS)) {
      throw new IllegalArgumentException(
          "axis \"%s\": scale %s with %d labels".formatted(title, scale, labels.size()));
    }
  }

  /** From zero on. */
  public static Axis linear(String title) {
    return new Axis(title, Scale.LINEAR, true, List.of());
  }

  /** Around its values only. */
  public static Axis fitted(String title) {
    return new Axis(title, Scale.LINEAR, false, List.of());
  }

  public static Axis log2(String title) {
    return new Axis(title, Scale.LOG2, false, List.of());
  }

  public static Axis log10(String title) {
    return new Axis(title, Scale.LOG10, false, List.of());
  }

  public static Axis labels(String title, List<String> labels) {
    return new Axis(title, Scale.LABELS, false, labels);
  }

  boolean accepts(double value) {
    return switch (scale) {
      case LINEAR -> true;
      case LOG2, LOG10 -> !(value <= 0);
      case LABELS -> value >= 0 && value < labels.size() && value == Math.rint(value);
    };
  }
}
