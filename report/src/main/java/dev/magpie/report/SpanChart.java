package dev.magpie.report;

import java.util.List;

/**
 * What happened when, such as launches over time: a row for each of some things, and in it spans of
 * the x axis, coloured by their kind.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param x the x axis; linear
 * @param rows names of the rows
 * @param spans those of all rows
 */
public record SpanChart(String title, String caption, Axis x, List<String> rows, List<Span> spans)
    implements Element {
  /**
   * @throws IllegalArgumentException if there is no span, or one is in no row
   */
  public SpanChart {
    ArgumentChecks.named(title, "chart of spans");
    rows = List.copyOf(rows);
    spans = List.copyOf(spans);
    ArgumentChecks.someOf(spans, "spans", title);
    for (Span each : spans) {
      if (each.row < 0 || each.row >= rows.size() || !(each.begin <= each.end)) {
        throw new IllegalArgumentException(
            "\"%s\": %s is no span in one of %d rows".formatted(title, each, rows.size()));
      }
    }
  }

  public static SpanChart of(String title, Axis x, List<String> rows, List<Span> spans) {
    return new SpanChart(title, "", x, rows, spans);
  }

  public SpanChart withCaption(String text) {
    return new SpanChart(title, text, x, rows, spans);
  }

  /**
   * One of them.
   *
   * @param row its row's index
   * @param begin on the x axis
   * @param end on the x axis
   * @param kind the legend's entry
   * @param label what it is among those of its kind, such as "launch 7"
   */
  public record Span(int row, double begin, double end, String kind, String label) {}
}
