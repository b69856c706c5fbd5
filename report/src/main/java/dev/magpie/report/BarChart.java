package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Grouped bars: for each category, one bar a series.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param categories the groups
 * @param values the value axis; linear ones begin at zero
 * @param series the bars of a group
 * @param references lines across the bars
 */
public record BarChart(
    String title,
    String caption,
    List<String> categories,
    Axis values,
    List<Series> series,
    List<Reference> references)
    implements Chart {

  public BarChart {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    references = List.copyOf(references);
    ArgumentChecks.aligned(title, categories, series);
    ArgumentChecks.valueAxis(title, values);
  }

  public static BarChart of(
      String title, List<String> categories, Axis values, List<Series> series) {
    return new BarChart(title, "", categories, values, series, List.of());
  }

  public BarChart withCaption(String text) {
    return new BarChart(title, text, categories, values, series, references);
  }

  public BarChart withReference(String label, double value) {
    List<Reference> more = new ArrayList<>(references);
    more.add(new Reference(label, value));
    return new BarChart(title, caption, categories, values, series, more);
  }
}
