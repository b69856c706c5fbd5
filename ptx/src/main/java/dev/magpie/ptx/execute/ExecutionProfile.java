package dev.magpie.ptx.execute;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How often a launch executed each operation of its kernel. */
public final class ExecutionProfile {
  private static final int COUNTERS = 3;

  private static final int STRETCH_COUNTERS = 2;

  private final long[] counts;

  /** Of what was executed as a whole, and is not yet in the other counts. */
  private final long[] stretchCounts;

  private final List<Stretch> stretches;

  /** Null where accesses are not counted. */
  private final @Nullable AccessCounts accesses;

  /** Is told of accesses, also to count them; null if nobody wants to know. */
  private final @Nullable AccessSink sink;

  /** Counts nothing yet of a launch. */
  public ExecutionProfile(LaunchContext launch) {
    counts = new long[launch.kernel().operations().size() * COUNTERS];
    stretches = launch.kernel().stretches();
    stretchCounts = new long[stretches.size() * STRETCH_COUNTERS];
    accesses = launch.countsAccesses() ? new AccessCounts() : null;
    sink = both(accesses, launch.sink());
  }

  /** How often memory was accessed, or null if the launch did not count that. */
  public @Nullable AccessCounts accesses() {
    settle();
    return accesses;
  }

  private static @Nullable AccessSink both(@Nullable AccessSink one, @Nullable AccessSink other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return (space, access, bytes, mask, offsets, base) -> {
      one.access(space, access, bytes, mask, offsets, base);
      other.access(space, access, bytes, mask, offsets, base);
    };
  }

  /** Who wants to know of accesses, or null. */
  @Nullable AccessSink sink() {
    return sink;
  }

  void count(int id, int mask) {
    int at = id * COUNTERS;
    counts[at]++;
    counts[at + 1] += Integer.bitCount(mask);
  }

  /** Counts all operations of a stretch. */
  void count(Stretch stretch, int mask) {
    int at = stretch.id * STRETCH_COUNTERS;
    stretchCounts[at]++;
    stretchCounts[at + 1] += Integer.bitCount(mask);
  }

  /** Takes what was counted of stretches over to their operations. */
  private void settle() {
    for (Stretch stretch : stretches) {
      int from = stretch.id * STRETCH_COUNTERS;
      if (stretchCounts[from] != 0) {
        for (int i = 0; i < stretch.length(); i++) {
          int to = (stretch.firstOperation() + i) * COUNTERS;
          counts[to] += stretchCounts[from];
          counts[to + 1] += stretchCounts[from + 1];
        }
        if (accesses != null) {
          stretch.count(accesses, stretchCounts[from], stretchCounts[from + 1]);
        }
        stretchCounts[from] = 0;
        stretchCounts[from + 1] = 0;
      }
    }
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
    settle();
    return counts[operation.id * COUNTERS];
  }

  /** Threads that executed an operation. */
  public long threads(Operation operation) {
    settle();
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
    settle();
    long sum = 0;
    for (int i = first; i < counts.length; i += COUNTERS) {
      sum += counts[i];
    }
    return sum;
  }

  /** Adds another's counts of the same kernel. */
  public void add(ExecutionProfile other) {
    settle();
    other.settle();
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    if (accesses != null && other.accesses != null) {
      accesses.add(other.accesses);
    }
  }
}
