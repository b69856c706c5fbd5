package dev.magpie.cli.dram;

import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import java.util.List;
import java.util.Locale;

/** The result as a page: how near to the peak, what rows and commands cost, and energy. */
final class DramPage {
  private DramPage() {}

  static Page page(TraceRun run) {
    return new Page(
        "%s under a trace".formatted(run.dram()),
        DramReport.summary(run) + ".",
        List.of(
            fact("time", "%.3f us", run.seconds() * 1e6),
            fact("bandwidth", "%.2f GB/s", run.bandwidth()),
            fact("of the peak", "%.1f %%", 100 * run.utilization()),
            fact("row hits", "%.1f %%", 100 * run.rowHitRate()),
            fact("mean read latency", "%.1f cycles", run.meanLatency()),
            fact("energy", "%.3f mJ", 1e3 * run.joules().total())),
        List.of(
            new Section(
                "time",
                "Time",
                BarChart.of(
                        "Bandwidth",
                        List.of(run.dram()),
                        Axis.linear("GB/s"),
                        List.of(Series.of("moved", run.bandwidth())))
                    .withReference("peak", run.peakBandwidth())),
            new Section("requests", "Requests, rows and commands", requests(run), commands(run)),
            new Section("energy", "Energy", energy(run), source(run)),
            new Section("figures", "Figures", List.copyOf(DramReport.of(run).tables()))));
  }

  private static Page.Fact fact(String name, String format, double value) {
    return new Page.Fact(
        name, Double.isNaN(value) ? "none" : String.format(Locale.ROOT, format, value));
  }

  private static StackedBarChart requests(TraceRun run) {
    return StackedBarChart.of(
            "Rows that accesses found",
            List.of("accesses"),
            List.of(
                Series.of("hit: the row was open", (double) run.rowHits()),
                Series.of("miss: no row was open", (double) run.rowMisses()),
                Series.of("conflict: another row was open", (double) run.rowConflicts())))
        .withCaption(
            "Reads that a write's data answered, and writes that were merged with others, reach no"
                + " row.");
  }

  private static BarChart commands(TraceRun run) {
    return BarChart.of(
        "What was asked for, and the commands that it took",
        List.of(
            "reads",
            "of these, answered by a write",
            "writes",
            "of these, merged",
            "activates",
            "precharges",
            "refreshes"),
        Axis.linear("number"),
        List.of(
            Series.of(
                "number",
                (double) run.reads(),
                (double) run.forwardedReads(),
                (double) run.writes(),
                (double) run.mergedWrites(),
                (double) run.activates(),
                (double) run.precharges(),
                (double) run.refreshes())));
  }

  private static StackedBarChart energy(TraceRun run) {
    return StackedBarChart.of(
        "Energy by its use",
        List.of(run.dram()),
        List.of(
            Series.of("rows", run.joules().activate()),
            Series.of("columns", run.joules().column()),
            Series.of("pins", run.joules().io())));
  }

  private static Prose source(TraceRun run) {
    return new Prose("The figures of energy are from: " + run.joules().source() + ".");
  }
}
