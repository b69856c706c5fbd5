package dev.magpie.cli.simulate;

import dev.magpie.gpu.Breakdown.Interval;
import dev.magpie.report.Points;
import dev.magpie.report.Points.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The time of a run, in stretches that a chart has room for. */
final class Stretches {
  private final List<List<Interval>> all = new ArrayList<>();
  private final double cyclesPerUnit;

  /**
   * Joins intervals.
   *
   * @param most how many stretches there may be
   * @param cyclesPerUnit of the x axis
   */
  Stretches(List<Interval> intervals, int most, double cyclesPerUnit) {
    this.cyclesPerUnit = cyclesPerUnit;
    int joined = Math.max(1, Math.ceilDiv(intervals.size(), most));
    for (int from = 0; from < intervals.size(); from += joined) {
      all.add(intervals.subList(from, Math.min(intervals.size(), from + joined)));
    }
  }

  /** Where each begins, on the x axis. */
  List<Double> begins() {
    return all.stream().map(this::begin).toList();
  }

  private double begin(List<Interval> stretch) {
    return stretch.getFirst().begin() / cyclesPerUnit;
  }

  private double end(List<Interval> stretch) {
    return (stretch.getLast().begin() + cycles(stretch.getLast())) / cyclesPerUnit;
  }

  static double cycles(Interval interval) {
    return interval.counters().core().cycles();
  }

  static double instructions(Interval interval) {
    return interval.counters().core().warpInstructions();
  }

  /** Instructions a cycle. */
  Points ipc(String name) {
    return line(name, 1, Stretches::instructions, Stretches::cycles);
  }

  /** A rate's mean over the cycles of each; a rate of nothing is none. */
  Points mean(String name, double scale, ToDoubleFunction<Interval> rate) {
    return points(name, means(scale, rate));
  }

  /** An amount over another one; no point where there is none of that. */
  Points line(
      String name,
      double scale,
      ToDoubleFunction<Interval> amount,
      ToDoubleFunction<Interval> whole) {
    return points(name, shares(scale, amount, whole));
  }

  /** The values of {@link #mean}. */
  List<Double> means(double scale, ToDoubleFunction<Interval> rate) {
    ToDoubleFunction<Interval> weight =
        each -> Double.isNaN(rate.applyAsDouble(each)) ? 0 : cycles(each);
    return shares(
        scale,
        each -> weight.applyAsDouble(each) == 0 ? 0 : rate.applyAsDouble(each) * cycles(each),
        weight);
  }

  private List<Double> shares(
      double scale, ToDoubleFunction<Interval> amount, ToDoubleFunction<Interval> whole) {
    return all.stream()
        .map(each ->
            scale
                * each.stream().mapToDouble(amount).sum()
                / each.stream().mapToDouble(whole).sum())
        .toList();
  }

  /** Values hold to the end of their stretch, whatever follows; between launches there are none. */
  private Points points(String name, List<Double> values) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      double end = end(all.get(i));
      boolean isLast = i == all.size() - 1;
      boolean isBeforeGap = !isLast && begin(all.get(i + 1)) > end;
      points.add(new Point(begin(all.get(i)), values.get(i)));
      if (isLast || isBeforeGap || values.get(i + 1).isNaN()) {
        points.add(new Point(end, values.get(i)));
      }
      if (isBeforeGap) {
        points.add(new Point(end, Double.NaN));
      }
    }
    return Points.of(name, points);
  }
}
