package dev.magpie.report;

import java.util.List;

/**
 * Shares of a whole: for each category, one bar of full length, cut into the series' parts.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param categories the bars
 * @param series the parts; counts do, since each bar is scaled to 100 %; no value is negative
 * @param ordered whether the parts are steps of one scale, such as sizes, and not separate things:
 *     they are coloured so
 */
public record StackedBarChart(
    String title, String caption, List<String> categories, List<Series> series, boolean ordered)
    implements Chart {

  public StackedBarChart {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    ArgumentChecks.aligned(title, categories, series);
    for (Series part : series) {
      for (double value : part.values()) {
        if (value < 0 || Double.isInfinite(value)) {
          throw new IllegalArgumentException(
              "\"%s\": %s is no share of \"%s\"".formatted(title, value, part.name()));
        }
      }
    }
  }

  /** Parts that are steps of one scale. */
  public static StackedBarChart ordered(
      String title, List<String> categories, List<Series> series) {
    return new StackedBarChart(title, "", categories, series, true);
  }

  /** Parts that have no order. */
  public static StackedBarChart of(String title, List<String> categories, List<Series> series) {
    return new StackedBarChart(title, "", categories, series, false);
  }

  public StackedBarChart withCaption(String text) {
    return new StackedBarChart(title, text, categories, series, ordered);
  }
}
