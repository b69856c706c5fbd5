package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines over a numeric or a labelled x axis.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param x the x axis
 * @param y the y axis
 * @param series the lines
 * @param references horizontal lines
 */
public record LineChart(
    String title, String caption, Axis x, Axis y, List<Points> series, List<Reference> references)
    implements Chart {

  public LineChart {
    series = List.copyOf(series);
    references = List.copyOf(references);
    ArgumentChecks.placed(title, x, y, series);
  }

  public static LineChart of(String title, Axis x, Axis y, List<Points> series) {
    return new LineChart(title, "", x, y, series, List.of());
  }

  public LineChart withCaption(String text) {
    return new LineChart(title, text, x, y, series, references);
  }

  public LineChart withReference(String label, double value) {
    List<Reference> more = new ArrayList<>(references);
    more.add(new Reference(label, value));
    return new LineChart(title, caption, x, y, series, more);
  }
}
