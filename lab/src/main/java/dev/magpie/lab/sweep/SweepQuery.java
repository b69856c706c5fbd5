package dev.magpie.lab.sweep;

import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.lab.result.ResultQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * SQL over the points of a sweep: the table {@code points}, with a column for each axis, for the
 * figures of a {@link SweptPoint}, and {@code result}, all of it as JSON.
 */
public final class SweepQuery {
  /** Of columns, what their values are in a result. */
  private static final List<List<String>> FIGURES =
      List.of(
          List.of("cycles", "BIGINT", "$.cycles"),
          List.of("seconds", "DOUBLE", "$.seconds"),
          List.of("ipc", "DOUBLE", "$.ipc"),
          List.of("dramBytes", "BIGINT", "$.dram.bytes"),
          List.of("bandwidth", "DOUBLE", "$.dram.bandwidth"),
          List.of("effectiveRatio", "DOUBLE", "$.blocks.effectiveRatio"),
          List.of("l2HitRate", "DOUBLE", "$.l2.hitRate"),
          List.of("joules", "DOUBLE", "$.joules.total"));

  private SweepQuery() {}

  /**
   * Answers a query over the points of a directory that are there.
   *
   * @param complaints is told of files that are damaged and left out
   * @throws LabException if there are none, or as of {@link ResultQuery}
   */
  public static QueryResult run(Path place, String sql, Consumer<String> complaints) {
    SweepDirectory directory = new SweepDirectory(place);
    List<SweepPlan> plans = directory.plans();
    List<SweptPoint> points =
        directory.read(plans, complaints).stream()
            .filter(each -> each.state() != SweptPoint.State.MISSING)
            .toList();
    if (points.isEmpty()) {
      throw new LabException(place + ": has no points yet; 'magpie sweep' puts some there");
    }
    return ResultQuery.run(
        points.stream().map(each -> directory.points().resolve(each.file())).toList(),
        tables(points),
        sql);
  }

  /** What makes the table of files, in the engine's words. */
  private static List<String> tables(List<SweptPoint> points) {
    Set<String> axes = new LinkedHashSet<>();
    points.forEach(each -> axes.addAll(each.axes().keySet()));
    List<String> columns = new ArrayList<>();
    for (String axis : axes) {
      columns.add("%s AS \"%s\"".formatted(axis(axis, points), axis.replace("\"", "\"\"")));
    }
    columns.add("CASE WHEN error IS NULL THEN 'done' ELSE 'failed' END AS state");
    columns.add("error");
    for (List<String> each : FIGURES) {
      columns.add(
          "TRY_CAST(result ->> '%s' AS %s) AS \"%s\""
              .formatted(each.get(2), each.get(1), each.get(0)));
    }
    columns.add("result");
    return List.of(
        "CREATE TABLE points AS SELECT %s FROM files ORDER BY place"
            .formatted(String.join(", ", columns)),
        "DROP TABLE files");
  }

  /** An axis of whole numbers alone is one of numbers. */
  private static String axis(String name, List<SweptPoint> points) {
    String text = "axes ->> '$.\"%s\"'".formatted(name.replace("'", "''").replace("\"", "\\\""));
    boolean numbers =
        points.stream()
            .map(each -> each.axes().get(name))
            .allMatch(each -> each == null || each.matches("-?\\d{1,18}"));
    return numbers ? "CAST(%s AS BIGINT)".formatted(text) : text;
  }
}
