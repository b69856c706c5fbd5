package dev.magpie.lab.sweep;

import dev.magpie.analysis.Shard;
import java.util.List;
import java.util.Map;

/**
 * What a directory of points is of: all points of a sweep, or those of a shard.
 *
 * @param version of the program that measures
 * @param sweep a digest over all points, those of other shards with them
 * @param all how many points the whole sweep has
 * @param shard which part it is
 * @param points of the shard, in the order of the sweep
 * @param leftOut of the whole sweep
 */
public record SweepPlan(
    String version,
    String sweep,
    int all,
    Shard shard,
    List<Planned> points,
    List<Sweep.LeftOut> leftOut) {
  public SweepPlan {
    points = List.copyOf(points);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * A point.
   *
   * @param file that it has, or will have
   */
  public record Planned(String file, String key, Map<String, String> axes) {}

  /** The plan of a shard of a sweep. */
  public static SweepPlan of(Sweep sweep, Shard shard) {
    return new SweepPlan(
        sweep.version(),
        sweep.digest(),
        sweep.points().size(),
        shard,
        shard.of(sweep.points()).stream()
            .map(each -> new Planned(each.file(), each.key(), each.axes()))
            .toList(),
        sweep.leftOut());
  }

  /** The axes that points have, in order. */
  public List<String> axes() {
    return points.stream().flatMap(each -> each.axes().keySet().stream()).distinct().toList();
  }
}
