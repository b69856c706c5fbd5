package dev.magpie.report;

import java.util.Arrays;
import java.util.List;

/**
 * A named value for each category of a chart.
 *
 * @param name the legend's entry
 * @param origin measured or claimed
 * @param values one for each category; NaN for none
 */
public record Series(String name, Origin origin, List<Double> values) {
  public Series {
    values = List.copyOf(values);
  }

  public static Series of(String name, double... values) {
    return new Series(name, Origin.MEASURED, Arrays.stream(values).boxed().toList());
  }

  /** Values that a paper gives, to be put beside those of the series before. */
  public static Series claimed(String name, double... values) {
    return new Series(name, Origin.CLAIMED, Arrays.stream(values).boxed().toList());
  }
}
