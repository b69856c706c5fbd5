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
 * @param join what is between a point and the next
 */
public record LineChart(
    String title,
    String caption,
    Axis x,
    Axis y,
    List<Points> series,
    List<Reference> references,
    Join join)
    implements Chart {

  /** What is between a point and the next. */
  public enum Join {
    STRAIGHT,
    /** A point's value holds up to the next point. */
    STEPS
  }

  public LineChart {
    series = List.copyOf(series);
    references = List.copyOf(references);
    ArgumentChecks.placed(title, x, y, series);
  }

  public static LineChart of(String title, Axis x, Axis y, List<Points> series) {
    return new LineChart(title, "", x, y, series, List.of(), Join.STRAIGHT);
  }

  public LineChart withCaption(String text) {
    return new LineChart(title, text, x, y, series, references, join);
  }

  public LineChart withReference(String label, double value) {
    List<Reference> more = new ArrayList<>(references);
    more.add(new Reference(label, value));
    return new LineChart(title, caption, x, y, series, more, join);
  }

  /** For what is measured over stretches of the x axis, of which each point is the beginning. */
  public LineChart inSteps() {
    return new LineChart(title, caption, x, y, series, references, Join.STEPS);
  }
}
