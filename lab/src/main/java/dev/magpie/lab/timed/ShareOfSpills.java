package dev.magpie.lab.timed;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
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

  private final List<AllocationHistory> buffers;
  private final List<EntrySizes> sizes;
  private final List<TargetRatio> targets;

  /** Entries that are to spill, of all in all snapshots. */
  private final double wanted;

  /** Those that do. */
  private long spilling;

  private ShareOfSpills(SeriesSizes series, double share) {
    buffers = series.allocations();
    sizes = buffers.stream().map(AllocationHistory::pooled).toList();
    targets = new ArrayList<>(Collections.nCopies(buffers.size(), TargetRatio.ONE));
    wanted = share * sizes.stream().mapToLong(EntrySizes::entries).sum();
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
      byName.put(chosen.buffers.get(a).key().name(), chosen.targets.get(a));
    }
    return byName;
  }

  /** Takes the best step that brings the share nearer, or as near; false if there is none. */
  private boolean goesUp() {
    double off = Math.abs(spilling - wanted);
    int best = -1;
    TargetRatio bestTarget = TargetRatio.ONE;
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < targets.size(); a++) {
      for (TargetRatio target : TARGETS) {
        if (target.deviceBytes() < targets.get(a).deviceBytes()
            && Math.abs(spilling + more(a, target) - wanted) <= off
            && cost(a, target) < least) {
          best = a;
          bestTarget = target;
          least = cost(a, target);
        }
      }
    }
    if (best >= 0) {
      spilling += more(best, bestTarget);
      targets.set(best, bestTarget);
    }
    return best >= 0;
  }

  /** Entries that begin to spill with another target of a buffer. */
  private long more(int buffer, TargetRatio target) {
    return sizes.get(buffer).over(target) - sizes.get(buffer).over(targets.get(buffer));
  }

  /** The same for each byte of device memory that is saved. */
  private double cost(int buffer, TargetRatio target) {
    long saved =
        buffers.get(buffer).entries() * (targets.get(buffer).deviceBytes() - target.deviceBytes());
    return (double) more(buffer, target) / saved;
  }
}
