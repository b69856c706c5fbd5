package dev.magpie.cli.dram;

import dev.magpie.cli.dram.DramDocument.Channel;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The result as a page: how near to the peak, what rows and commands cost, and energy. */
final class DramPage {
  private DramPage() {}

  static Page page(DramDocument document) {
    TraceRun run = document.run();
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "time",
            "Time",
            BarChart.of(
                    "Bandwidth",
                    List.of(run.dram()),
                    Axis.linear("GB/s"),
                    List.of(Series.of("moved", run.bandwidth())))
                .withReference("peak", run.peakBandwidth())));
    if (run.channels() > 1) {
      sections.add(channels(document));
    }
    sections.add(
        new Section("requests", "Requests, rows and commands", requests(run), commands(run)));
    sections.add(new Section("energy", "Energy", energy(run), source(run)));
    sections.add(new Section("figures", "Figures", List.copyOf(DramReport.of(document).tables())));
    return new Page(
        "%s under a trace".formatted(run.dram()),
        DramReport.summary(run) + ".",
        List.of(
            fact("time", "%,.3f \u00b5s", run.seconds() * 1e6),
            fact("bandwidth", "%,.2f GB/s", run.bandwidth()),
            fact("of the peak", "%.1f %%", 100 * run.utilization()),
            fact("row hits", "%.1f %%", 100 * run.rowHitRate()),
            fact("mean read latency", "%,.1f cycles", run.meanLatency()),
            fact("energy", "%,.3f mJ", 1e3 * run.joules().total())),
        sections);
  }

  private static Page.Fact fact(String name, String format, double value) {
    return new Page.Fact(
        name, Double.isNaN(value) ? "none" : String.format(Locale.ROOT, format, value));
  }

  private static Section channels(DramDocument document) {
    List<Channel> channels = document.byChannel();
    List<String> names = channels.stream().map(each -> "channel " + each.channel()).toList();
    return new Section(
        "channels",
        "Channel by channel",
        BarChart.of(
                "Bandwidth by channel",
                names,
                Axis.linear("GB/s"),
                List.of(series("moved", channels, Channel::bandwidth)))
            .withCaption(
                "Until all channels had moved all; the others wait for one whose bar is longer.")
            .withReference("peak", document.run().peakBandwidth() / channels.size()),
        StackedBarChart.of(
            "Rows that accesses found, by channel",
            names,
            List.of(
                series("hit: the row was open", channels, Channel::rowHits),
                series("miss: no row was open", channels, Channel::rowMisses),
                series("conflict: another row was open", channels, Channel::rowConflicts))),
        new Columns<Channel>()
            .text("channel", each -> String.valueOf(each.channel()))
            .number("reads", 0, Channel::reads)
            .number("writes", 0, Channel::writes)
            .number("bandwidth", 2, "GB/s", Channel::bandwidth)
            .number("of peak", 1, "%", each -> 100 * each.utilization())
            .number("row hits", 1, "%", each -> 100 * each.rowHitRate())
            .number("mean read latency", 1, "cycles", Channel::meanLatency)
            .number("activates", 0, Channel::activates)
            .number("precharges", 0, Channel::precharges)
            .number("refreshes", 0, Channel::refreshes)
            .table(channels));
  }

  private static Series series(
      String name, List<Channel> channels, ToDoubleFunction<Channel> figure) {
    return Series.of(name, channels.stream().mapToDouble(figure).toArray());
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
