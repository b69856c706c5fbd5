package dev.magpie.cli.simulate;

import dev.magpie.cli.simulate.TimeCharts.Lane;
import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Breakdown.Interval;
import dev.magpie.gpu.Roofline.Roof;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.SimulationResult.Link;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Axis;
import dev.magpie.report.Element;
import dev.magpie.report.LineChart;
import dev.magpie.report.Page;
import dev.magpie.report.Points;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A simulation as an HTML page: where its time went. */
public final class SimulationPage {
  /** So far the roof goes beyond kernels. */
  private static final double MARGIN = 4;

  /** What has a colour of its own beside what is issued. */
  private static final int MOST_REASONS = 5;

  private static final Axis CYCLE = Axis.linear("cycle");

  private final SimulationResult result;
  private final SourceTexts texts;
  private final KernelNames names;

  private SimulationPage(SimulationResult result, SourceTexts texts) {
    this.result = result;
    this.texts = texts;
    names = KernelNames.of(result.kernels().stream().map(Breakdown.Kernel::kernel).toList());
  }

  public static Page page(SimulationResult result, SourceTexts texts) {
    return new SimulationPage(result, texts).page();
  }

  private Page page() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("roofline", "Under the roofline", rooflines()));
    sections.add(new Section("schedulers", "What schedulers did", schedulers()));
    Breakdown parts = result.breakdown();
    List<Interval> intervals = parts == null ? null : parts.intervals();
    if (intervals != null && !intervals.isEmpty()) {
      sections.add(new Section("time", "Over time", overTime(intervals)));
    }
    List<Element> tables = new ArrayList<>(SimulationReport.tables(result, texts));
    sections.add(new Section("tables", "Figures", tables));
    return new Page(
        "%s on %s".formatted(result.source(), result.gpu()),
        SimulationReport.summary(result) + ".",
        List.of(
            fact("cycles", "%,d", result.cycles()),
            fact("instructions a cycle", "%.2f", result.ipc()),
            fact("of the DRAM's bandwidth", "%.1f %%", 100 * result.dram().utilization()),
            fact("L2 hits", "%.1f %%", 100 * result.l2().hitRate())),
        sections);
  }

  private static Page.Fact fact(String name, String format, Object value) {
    return new Page.Fact(name, String.format(Locale.ROOT, format, value));
  }

  private List<Element> rooflines() {
    List<Element> charts = new ArrayList<>();
    charts.add(
        roofline(
            "Instructions",
            "10^9 warp-instructions a second",
            each -> each.roofline().instructions()));
    if (result.kernels().stream().anyMatch(each -> each.roofline().operations().count() > 0)) {
      charts.add(roofline("Floats", "GFLOP/s", each -> each.roofline().operations()));
    }
    return charts;
  }

  /** Kernels below what bandwidth and the highest peak allow for. */
  private LineChart roofline(String title, String unit, Function<Breakdown.Kernel, Roof> roof) {
    List<Points> series = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double peak = 0;
    for (Breakdown.Kernel each : result.kernels()) {
      Roof of = roof.apply(each);
      if (of.count() > 0 && Double.isFinite(of.perByte())) {
        String name = names.shortest(each.kernel());
        series.add(Points.of(name, List.of(new Points.Point(of.perByte(), of.rate(), name))));
        least = Math.min(least, of.perByte());
        most = Math.max(most, of.perByte());
        peak = Math.max(peak, of.peak());
      }
    }
    double bandwidth = result.dram().peakBandwidth();
    double ridge = peak / bandwidth;
    double from = Math.min(least, ridge) / MARGIN;
    double[] xs = {from, ridge, Math.max(most, ridge) * MARGIN};
    double[] ys = {from * bandwidth, peak, peak};
    if (!series.isEmpty()) {
      series.addFirst(Points.of("what bandwidth and units allow for", xs, ys));
    }
    return LineChart.of(title, Axis.log10("a byte of the DRAM"), Axis.log10(unit), series)
        .withCaption(
            "A kernel below the roof waits for something else than bandwidth and units; one that"
                + " moves nothing over the DRAM is not shown.");
  }

  private StackedBarChart schedulers() {
    List<Breakdown.Kernel> kernels = result.kernels();
    List<WarpState> reasons =
        result.stalls().entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .sorted(Map.Entry.<WarpState, Long>comparingByValue().reversed())
            .map(Map.Entry::getKey)
            .toList();
    List<WarpState> others =
        reasons.subList(Math.min(MOST_REASONS, reasons.size()), reasons.size());
    List<Series> parts = new ArrayList<>();
    parts.add(series("issued", kernels, each -> each.counters().core().warpInstructions()));
    if (result.assistInstructions() > 0) {
      parts.add(
          series("assist warps", kernels, each -> each.counters().core().assistInstructions()));
    }
    for (WarpState reason : reasons) {
      if (!others.contains(reason)) {
        parts.add(series(reason.toString(), kernels, each -> stalled(each, List.of(reason))));
      }
    }
    if (!others.isEmpty()) {
      parts.add(series("other", kernels, each -> stalled(each, others)));
    }
    return StackedBarChart.of(
        "Cycles of schedulers",
        kernels.stream().map(each -> names.shortest(each.kernel())).toList(),
        parts);
  }

  private static double stalled(Breakdown.Kernel kernel, List<WarpState> reasons) {
    Map<WarpState, Long> stalls = kernel.counters().core().stalls();
    return reasons.stream().mapToLong(each -> stalls.getOrDefault(each, 0L)).sum();
  }

  private static <T> Series series(String name, List<T> all, ToDoubleFunction<T> value) {
    return Series.of(name, all.stream().mapToDouble(value).toArray());
  }

  private List<Element> overTime(List<Interval> all) {
    Lane lane = Lane.inCycles(result);
    Stretches stretches = new Stretches(all, TimeCharts.MOST_STRETCHES, lane.cyclesPerUnit());
    List<Element> charts = new ArrayList<>();
    charts.add(TimeCharts.launches(List.of(lane), names, CYCLE));
    charts.add(lines("Instructions a cycle", "IPC", List.of(stretches.ipc("IPC"))));
    charts.add(lines("What schedulers did", "% of their cycles", states(all, stretches)));
    charts.add(
        lines(
            "Hits",
            "%",
            List.of(
                stretches.mean("L1", 100, each -> each.counters().core().l1().hitRate()),
                stretches.mean("L2", 100, each -> each.counters().l2().hitRate()))));
    charts.add(
        lines(
            "Bandwidth of the DRAM",
            "GB/s",
            List.of(stretches.mean("DRAM", 1, each -> each.counters().dram().bandwidth()))));
    charts.addAll(TimeCharts.channelsOverTime(lane));
    if (all.getFirst().link() != null) {
      charts.add(
          lines(
              "Links",
              "% of their peak",
              List.of(
                  stretches.mean("from the device", 100, each -> link(each).utilizationTo()),
                  stretches.mean("to the device", 100, each -> link(each).utilizationFrom()))));
    }
    return charts;
  }

  private static Link link(Interval interval) {
    return Objects.requireNonNull(interval.link());
  }

  /** What they issued, and what they waited for most. */
  private static List<Points> states(List<Interval> all, Stretches stretches) {
    ToDoubleFunction<Interval> whole = each -> each.counters().core().schedulerCycles();
    List<Points> points = new ArrayList<>();
    points.add(stretches.line("issued", 100, Stretches::instructions, whole));
    Stream.of(WarpState.values())
        .filter(state -> all.stream().anyMatch(each -> stalled(each, state) > 0))
        .sorted(
            Comparator.<WarpState>comparingLong(
                    state -> all.stream().mapToLong(each -> stalled(each, state)).sum())
                .reversed())
        .limit(MOST_REASONS)
        .forEach(state ->
            points.add(stretches.line(state.toString(), 100, each -> stalled(each, state), whole)));
    return points;
  }

  private static long stalled(Interval interval, WarpState state) {
    return interval.counters().core().stalls().getOrDefault(state, 0L);
  }

  private static LineChart lines(String title, String unit, List<Points> series) {
    return LineChart.of(title, CYCLE, Axis.linear(unit), series).inSteps();
  }
}
