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
 * @param lines the lines
 * @param references horizontal lines
 */
public record LineChart(
    String title, String caption, Axis x, Axis y, List<Points> lines, List<Reference> references)
    implements Chart {

  public LineChart {
    lines = List.copyOf(lines);
    references = List.copyOf(references);
    ArgumentChecks.placed(title, x, y, lines);
  }

  public static LineChart of(String title, Axis x, Axis y, List<Points> lines) {
    return new LineChart(title, "", x, y, lines, List.of());
  }

  public LineChart withCaption(String text) {
    return new LineChart(title, text, x, y, lines, references);
  }

  public LineChart withReference(String label, double value) {
    List<Reference> more = new ArrayList<>(references);
    more.add(new Reference(label, value));
    return new LineChart(title, caption, x, y, lines, more);
  }
}
