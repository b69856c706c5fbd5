package dev.magpie.ptx.execute;

import org.jspecify.annotations.Nullable;

/** How often a launch executed each operation of its kernel. */
public final class ExecutionProfile {
  private static final int COUNTERS = 3;

  private final long[] counts;

  /** Null where accesses are not counted. */
  private final @Nullable AccessCounts accesses;

  /** Counts nothing yet of a launch. */
  public ExecutionProfile(LaunchContext launch) {
    counts = new long[launch.kernel().operations().size() * COUNTERS];
    accesses = launch.countsAccesses() ? new AccessCounts() : null;
  }

  /** How often memory was accessed, or null if the launch did not count that. */
  public @Nullable AccessCounts accesses() {
    return accesses;
  }

  void count(int id, int mask) {
    int at = id * COUNTERS;
    counts[at]++;
    counts[at + 1] += Integer.bitCount(mask);
  }

  /** Takes back that an operation was executed. */
  void discount(int id, int mask) {
    int at = id * COUNTERS;
    counts[at]--;
    counts[at + 1] -= Integer.bitCount(mask);
  }

  void countDivergence(int id) {
    counts[id * COUNTERS + 2]++;
  }

  /** Warps that executed an operation. */
  public long warps(Operation operation) {
    return counts[operation.id * COUNTERS];
  }

  /** Threads that executed an operation. */
  public long threads(Operation operation) {
    return counts[operation.id * COUNTERS + 1];
  }

  /** Warps whose lanes parted at a branch. */
  public long divergences(Operation operation) {
    return counts[operation.id * COUNTERS + 2];
  }

  /** Instructions of all warps. */
  public long warpInstructions() {
    return sum(0);
  }

  /** Instructions of all threads. */
  public long threadInstructions() {
    return sum(1);
  }

  private long sum(int first) {
    long sum = 0;
    for (int i = first; i < counts.length; i += COUNTERS) {
      sum += counts[i];
    }
    return sum;
  }

  /** Adds another's counts of the same kernel. */
  public void add(ExecutionProfile other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    if (accesses != null && other.accesses != null) {
      accesses.add(other.accesses);
    }
  }
}
