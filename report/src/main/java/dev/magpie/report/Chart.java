package dev.magpie.report;

/** A chart with axes; the page shows its numbers as a table too, on demand. */
public sealed interface Chart extends Element
    permits BarChart, StackedBarChart, LineChart, ScatterChart {

  /** Its heading. */
  String title();

  /** What to see in it; may be empty. */
  String caption();
}
