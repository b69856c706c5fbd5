package dev.magpie.cli.simulate;

import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Breakdown.Interval;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Axis;
import dev.magpie.report.Element;
import dev.magpie.report.LineChart;
import dev.magpie.report.Matrix;
import dev.magpie.report.Points;
import dev.magpie.report.SpanChart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What runs did over time, as charts that are the same for one system and for several. */
final class TimeCharts {
  /** Points of a line over time. */
  static final int MOST_STRETCHES = 600;

  /** Launches of a run that a chart has room for. */
  private static final int MOST_LAUNCHES = 2000;

  /** Columns that a matrix has room for. */
  private static final int MOST_COLUMNS = 12;

  private TimeCharts() {}

  /**
   * A run.
   *
   * @param name what its row or line is called
   * @param cyclesPerUnit of the axis of time
   */
  record Lane(String name, SimulationResult result, double cyclesPerUnit) {
    /** On an axis that has cycles. */
    static Lane inCycles(SimulationResult result) {
      return new Lane(result.codec(), result, 1);
    }

    /** On an axis that has microseconds, which clocks of several systems can share. */
    static Lane inMicroseconds(String name, SimulationResult result) {
      return new Lane(name, result, result.clockMegahertz());
    }

    List<Interval> intervals() {
      Breakdown parts = result.breakdown();
      return parts == null || parts.intervals() == null ? List.of() : parts.intervals();
    }
  }

  /** The launches of each run. */
  static SpanChart launches(List<Lane> lanes, KernelNames names, Axis time) {
    List<SpanChart.Span> spans = new ArrayList<>();
    int most = 0;
    for (int row = 0; row < lanes.size(); row++) {
      Lane lane = lanes.get(row);
      most = Math.max(most, lane.result().launches().size());
      for (Launch each : longest(lane.result().launches())) {
        spans.add(
            new SpanChart.Span(
                row,
                each.begin() / lane.cyclesPerUnit(),
                (each.begin() + each.cycles()) / lane.cyclesPerUnit(),
                names.shortest(each.kernel()),
                "launch " + each.launch()));
      }
    }
    return SpanChart.of("Launches", time, lanes.stream().map(Lane::name).toList(), spans)
        .withCaption(
            most <= MOST_LAUNCHES
                ? ""
                : String.format(
                    Locale.ROOT, "The %,d longest of %,d launches.", MOST_LAUNCHES, most));
  }

  private static List<Launch> longest(List<Launch> all) {
    return all.size() <= MOST_LAUNCHES
        ? all
        : all.stream()
            .sorted(Comparator.comparingLong(Launch::cycles).reversed())
            .limit(MOST_LAUNCHES)
            .sorted(Comparator.comparingLong(Launch::begin))
            .toList();
  }

  /** Instructions a cycle of each run that was told over time; none if no run was. */
  static List<Element> ipc(List<Lane> lanes, Axis time) {
    List<Points> lines =
        lanes.stream()
            .filter(each -> !each.intervals().isEmpty())
            .map(each ->
                new Stretches(each.intervals(), MOST_STRETCHES, each.cyclesPerUnit())
                    .ipc(each.name()))
            .toList();
    return lines.isEmpty()
        ? List.of()
        : List.of(LineChart.of("Instructions a cycle", time, Axis.linear("IPC"), lines).inSteps());
  }

  /** What each channel of the DRAM moved of each run; none if there is one channel. */
  static List<Element> channels(List<Lane> lanes) {
    int channels =
        lanes.stream().mapToInt(each -> each.result().dram().channels().size()).max().orElse(0);
    return channels < 2
        ? List.of()
        : List.of(
            new Matrix(
                "Channels of the DRAM, % of their peak",
                "",
                "channel",
                lanes.stream().map(Lane::name).toList(),
                numbers(channels),
                lanes.stream()
                    .map(each -> utilizations(each.result().dram().channels(), channels))
                    .toList(),
                1));
  }

  private static List<Double> utilizations(List<SimulationResult.Channel> all, int columns) {
    return IntStream.range(0, columns)
        .mapToObj(c -> c < all.size() ? 100 * all.get(c).utilization() : Double.NaN)
        .toList();
  }

  /** What each channel of the DRAM moved over time; none if there is one channel. */
  static List<Element> channelsOverTime(Lane lane) {
    List<Interval> intervals = lane.intervals();
    int channels = intervals.getFirst().channelUtilizations().size();
    Stretches stretches = new Stretches(intervals, MOST_COLUMNS, lane.cyclesPerUnit());
    return channels < 2
        ? List.of()
        : List.of(
            new Matrix(
                "Channels of the DRAM over time, % of their peak",
                "Rows are channels; columns begin at the cycles that they are called by.",
                "channel",
                numbers(channels),
                stretches.begins().stream()
                    .map(each -> String.format(Locale.ROOT, "%,.0f", each))
                    .toList(),
                IntStream.range(0, channels)
                    .mapToObj(c -> stretches.means(100, each -> each.channelUtilizations().get(c)))
                    .toList(),
                1));
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).toList();
  }
}
