package dev.magpie.gpu.core;

import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;

/** Which of the warps that can go on a scheduler takes. */
sealed interface WarpPolicy {

  /**
   * Picks one of some warps.
   *
   * @param candidates a bit for each, at least one
   * @param last the warp that went last, or -1
   * @param ages of the warps: the lower, the longer ago its block began
   */
  int pick(long candidates, int last, long[] ages);

  static WarpPolicy of(SchedulerPolicy policy) {
    return switch (policy) {
      case GREEDY_THEN_OLDEST -> new GreedyThenOldest();
      case ROUND_ROBIN -> new RoundRobin();
    };
  }

  /** The same as long as it can, else the oldest. */
  record GreedyThenOldest() implements WarpPolicy {
    @Override
    public int pick(long candidates, int last, long[] ages) {
      if (last >= 0 && (candidates >>> last & 1) != 0) {
        return last;
      }
      int oldest = Long.numberOfTrailingZeros(candidates);
      for (long rest = candidates & candidates - 1; rest != 0; rest &= rest - 1) {
        int warp = Long.numberOfTrailingZeros(rest);
        if (ages[warp] < ages[oldest]) {
          oldest = warp;
        }
      }
      return oldest;
    }
  }

  /** The next one after the last. */
  record RoundRobin() implements WarpPolicy {
    @Override
    public int pick(long candidates, int last, long[] ages) {
      // Shifted twice: 64 would be a shift by nothing.
      long after = candidates & -1L << last << 1;
      return Long.numberOfTrailingZeros(last >= 0 && after != 0 ? after : candidates);
    }
  }
}
