package dev.magpie.report;

import java.util.List;

/**
 * Small charts side by side, to be compared: give them the same series.
 *
 * @param title heading
 * @param charts the charts, in reading order
 */
public record Multiples(String title, List<Chart> charts) implements Element {
  public Multiples {
    charts = List.copyOf(charts);
    ArgumentChecks.named(title, "group of charts");
    ArgumentChecks.someOf(charts, "charts", title);
  }
}
