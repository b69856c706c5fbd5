package dev.magpie.cli.buddy;

import dev.magpie.buddy.ReplayResult;
import dev.magpie.buddy.ReplayResult.Step;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.LineChart;
import dev.magpie.report.Page;
import dev.magpie.report.Points;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A replay as a page. */
final class ReplayPage {
  private static final int SECTOR_BYTES = 32;
  private static final double MEBIBYTE = 1 << 20;

  private final List<Step> steps;

  private ReplayPage(List<Step> steps) {
    this.steps = steps;
  }

  /** The page of a result, whose report has the tables. */
  static Page page(ReplayResult result, Report report) {
    return new ReplayPage(result.snapshots()).build(result, report);
  }

  private Page build(ReplayResult result, Report report) {
    return new Page(
        "A series in Buddy Compression memory",
        report.heading() + ".",
        List.of(
            new Page.Fact("snapshots", Quantity.number(steps.size())),
            new Page.Fact("device memory", Quantity.bytes(result.deviceBytes())),
            new Page.Fact("carve-out", Quantity.bytes(result.carveOutBytes())),
            new Page.Fact(
                "entries in buddy memory",
                String.format(Locale.ROOT, "%.2f %%", result.total().spilledPercent()))),
        List.of(
            new Section("spilled", "What spilled", spilled()),
            new Section("moved", "What moved", moved()),
            new Section("tables", "Figures", List.copyOf(report.tables()))));
  }

  private LineChart spilled() {
    return LineChart.of(
        "Memory-entries that do not fit their target",
        Axis.labels("snapshot", steps.stream().map(Step::name).toList()),
        Axis.linear("%"),
        List.of(Points.overLabels("spilled", each(step -> step.sum().spilledPercent()))));
  }

  private BarChart moved() {
    return BarChart.of(
        "Bytes moved by snapshot, all written and read once",
        steps.stream().map(Step::name).toList(),
        Axis.linear("MiB"),
        List.of(
            Series.of(
                "device memory",
                each(step -> mebibytes(step.sum().deviceReads() + step.sum().deviceWrites()))),
            Series.of(
                "buddy memory",
                each(step -> mebibytes(step.sum().buddyReads() + step.sum().buddyWrites())))));
  }

  private static double mebibytes(long sectors) {
    return sectors * SECTOR_BYTES / MEBIBYTE;
  }

  private double[] each(ToDoubleFunction<Step> figure) {
    return steps.stream().mapToDouble(figure).toArray();
  }
}
