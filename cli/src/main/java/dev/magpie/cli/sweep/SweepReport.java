package dev.magpie.cli.sweep;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.lab.sweep.AxisMeans;
import dev.magpie.lab.sweep.Sweep;
import dev.magpie.lab.sweep.SweepPlan;
import dev.magpie.lab.sweep.SweptPoint;
import dev.magpie.lab.sweep.SweptPoint.State;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The points of a sweep, for programs and for people. */
record SweepReport(
    String version,
    String shard,
    int all,
    int done,
    int failed,
    int missing,
    List<SweptPoint> points,
    List<Sweep.LeftOut> leftOut) {
  static final DocumentType<SweepReport> TYPE =
      new DocumentType<>("magpie.sweep/1", SweepReport.class);

  private static final double MEBIBYTE = 1 << 20;

  /** That are told below the table, which has all. */
  private static final int MOST_ERRORS = 10;

  static Report of(SweepPlan plan, List<SweptPoint> points) {
    SweepReport report =
        new SweepReport(
            plan.version(),
            plan.shard().toString(),
            plan.all(),
            count(points, State.DONE),
            count(points, State.FAILED),
            count(points, State.MISSING),
            points,
            plan.leftOut());
    return Report.of(TYPE, report, shown(points)).withCsv(csv(points)).ended(report.ending());
  }

  static int count(List<SweptPoint> points, State state) {
    return (int) points.stream().filter(each -> each.state() == state).count();
  }

  /** In a line. */
  private String ending() {
    StringBuilder text =
        new StringBuilder(Quantity.count(points.size(), "point"))
            .append(shard.equals("1/1") ? "" : " of %d, shard %s".formatted(all, shard))
            .append(": %d done, %d failed, %d not there.".formatted(done, failed, missing));
    points.stream()
        .filter(each -> each.error() != null)
        .limit(MOST_ERRORS)
        .forEach(each ->
            text.append(
                "\n%s: %s".formatted(String.join(", ", each.axes().values()), each.error())));
    if (failed > MOST_ERRORS) {
      text.append("\n%,d more have failed.".formatted(failed - MOST_ERRORS));
    }
    Map<String, Integer> reasons = new LinkedHashMap<>();
    leftOut.forEach(each -> reasons.merge(each.reason(), 1, Integer::sum));
    reasons.forEach((reason, times) ->
        text.append("\nLeft out of the product, %d: %s".formatted(times, reason)));
    return text.toString();
  }

  private static Table csv(List<SweptPoint> points) {
    Set<String> axes = new LinkedHashSet<>();
    points.forEach(each -> axes.addAll(each.axes().keySet()));
    Columns<SweptPoint> columns = new Columns<>();
    columns.text("file", SweptPoint::file);
    axes.forEach(axis -> columns.text("axes." + axis, each -> each.axes().get(axis)));
    return columns
        .text("state", each -> each.state().toString())
        .text("error", SweptPoint::error)
        .number("cycles", 0, SweptPoint::cycles)
        .number("seconds", 9, SweptPoint::seconds)
        .number("ipc", 4, SweptPoint::ipc)
        .number("dramBytes", 0, SweptPoint::dramBytes)
        .number("bandwidth", 4, SweptPoint::bandwidth)
        .number("effectiveRatio", 4, SweptPoint::effectiveRatio)
        .number("l2HitRate", 4, SweptPoint::l2HitRate)
        .number("joules", 9, SweptPoint::joules)
        .table(points);
  }

  /** A table for people: what all points have in common is not said of each. */
  static Table shown(List<SweptPoint> points) {
    List<String> axes = new ArrayList<>(AxisMeans.varying(points));
    if (axes.isEmpty()) {
      axes.add("program");
    }
    Columns<SweptPoint> columns = new Columns<>();
    axes.forEach(axis -> columns.text(axis, each -> each.axes().getOrDefault(axis, "")));
    return columns
        .text("", each -> each.state() == State.DONE ? "" : each.state().toString())
        .number("cycles", 0, SweptPoint::cycles)
        .number("time", 3, "ms", each -> scaled(each.seconds(), 1e3))
        .number("IPC", 2, SweptPoint::ipc)
        .number("DRAM", 2, "MiB", each -> scaled(each.dramBytes(), 1 / MEBIBYTE))
        .number("bandwidth", 1, "GB/s", SweptPoint::bandwidth)
        .number("effective ratio", 3, SweptPoint::effectiveRatio)
        .number("energy", 3, "mJ", each -> scaled(each.joules(), 1e3))
        .table("", points);
  }

  private static @Nullable Double scaled(@Nullable Number value, double by) {
    return value == null ? null : Double.valueOf(value.doubleValue() * by);
  }
}
