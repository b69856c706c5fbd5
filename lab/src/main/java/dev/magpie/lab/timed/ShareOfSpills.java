package dev.magpie.lab.timed;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Targets with which about a given share of a program's entries needs buddy memory: what a program
 * would pay whose data compress so. Beginning with 1x everywhere, the target goes up of whichever
 * buffer saves most device memory for what spills, as long as that brings the share nearer.
 */
final class ShareOfSpills {
  private static final List<TargetRatio> TARGETS =
      List.of(TargetRatio.FOUR_THIRDS, TargetRatio.TWO, TargetRatio.FOUR);

  private final SeriesSizes series;
  private final double share;
  private final List<TargetRatio> targets;

  private ShareOfSpills(SeriesSizes series, double share) {
    this.series = series;
    this.share = share;
    targets = new ArrayList<>(Collections.nCopies(series.allocations().size(), TargetRatio.ONE));
  }

  /**
   * Targets by the names of buffers.
   *
   * @param share of the entries, from 0 to 1
   */
  static Map<String, TargetRatio> targets(SeriesSizes series, double share) {
    ShareOfSpills chosen = new ShareOfSpills(series, share);
    boolean wentUp;
    do {
      wentUp = chosen.goesUp();
    } while (wentUp);
    Map<String, TargetRatio> byName = new LinkedHashMap<>();
    for (int a = 0; a < chosen.targets.size(); a++) {
      byName.put(series.allocations().get(a).key().name(), chosen.targets.get(a));
    }
    return byName;
  }

  /** Takes the best step that brings the share nearer, or as near; false if there is none. */
  private boolean goesUp() {
    double off = off();
    int best = -1;
    TargetRatio bestTarget = TargetRatio.ONE;
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < targets.size(); a++) {
      TargetRatio before = targets.get(a);
      for (TargetRatio target : TARGETS) {
        if (target.deviceBytes() < before.deviceBytes()) {
          targets.set(a, target);
          double cost = cost(a, before, target);
          if (off() <= off && cost < least) {
            best = a;
            bestTarget = target;
            least = cost;
          }
        }
      }
      targets.set(a, before);
    }
    if (best >= 0) {
      targets.set(best, bestTarget);
    }
    return best >= 0;
  }

  private double off() {
    return Math.abs(Profiler.design(series, targets).buddyAccessFraction() - share);
  }

  /** Entries that begin to spill, for each byte of device memory that is saved. */
  private double cost(int allocation, TargetRatio before, TargetRatio target) {
    AllocationHistory history = series.allocations().get(allocation);
    EntrySizes sizes = history.pooled();
    long saved = history.entries() * (before.deviceBytes() - target.deviceBytes());
    return (double) (sizes.over(target) - sizes.over(before)) / saved;
  }
}
