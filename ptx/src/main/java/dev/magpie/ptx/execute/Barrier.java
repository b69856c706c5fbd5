package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A barrier of a thread block. */
final class Barrier {
  /** Tells a warp that waits what the barrier's reduction found. */
  interface Waiting {
    void release(int mask, int votes, boolean all);
  }

  /** Lanes of a warp that have come; those that do not wait have nobody to tell. */
  private record Arrival(Warp warp, int mask, @Nullable Waiting waiting) {
    /** Threads that it counts for: with all of its warp come that are left, for a whole warp. */
    int threads() {
      return (mask & warp.alive) == warp.alive ? Warp.LANES : Integer.bitCount(mask);
    }
  }

  private final Block block;
  private final List<Arrival> arrivals = new ArrayList<>();

  /** Threads that must come, or -1 for all that have not exited. */
  private int expected = -1;

  private int arrived;
  private int votes;
  private boolean unanimous = true;

  Barrier(Block block) {
    this.block = block;
  }

  void reset() {
    arrivals.clear();
    expected = -1;
    arrived = 0;
    votes = 0;
    unanimous = true;
  }

  /**
   * Some threads come.
   *
   * @param count the threads that must come, or -1 for all; the same in all arrivals
   * @param then is told when all have come, or null where the threads do not wait
   * @return false if other arrivals gave another count
   */
  boolean arrive(Warp warp, int mask, int count, int vote, @Nullable Waiting then) {
    if (!arrivals.isEmpty() && count != expected) {
      return false;
    }
    expected = count;
    arrivals.add(new Arrival(warp, mask, then));
    arrived += Integer.bitCount(mask);
    votes += Integer.bitCount(mask & vote);
    unanimous &= (mask & ~vote) == 0;
    return true;
  }

  /** Lets all go on if all have come. */
  void check() {
    if (arrivals.isEmpty() || !isComplete()) {
      return;
    }
    if (expected < 0 || expected >= block.shape().threads()) {
      block.met();
    }
    int counted = votes;
    boolean all = unanimous;
    List<Arrival> free = List.copyOf(arrivals);
    reset();
    for (Arrival arrival : free) {
      if (arrival.waiting != null) {
        arrival.warp.divergent.release(arrival.mask);
        arrival.waiting.release(arrival.mask, counted, all);
      }
    }
    // Lanes of a warp that came one after the other go on together.
    for (Arrival arrival : free) {
      arrival.warp.divergent.wake();
    }
  }

  private boolean isComplete() {
    if (expected < 0) {
      return arrived >= block.liveThreads();
    }
    // Threads that have exited count where the number is given in whole warps.
    int threads = 0;
    for (Arrival arrival : arrivals) {
      threads += arrival.threads();
    }
    return threads >= expected;
  }
}
