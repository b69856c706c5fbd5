package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;

/** A barrier of a thread block. */
final class Barrier {
  /** Tells a warp that waits what the barrier's reduction found. */
  interface Waiting {
    void release(int mask, int votes, boolean all);
  }

  private record Arrival(Warp warp, int mask, Waiting waiting) {}

  private final Block block;
  private final List<Arrival> waiting = new ArrayList<>();

  /** Threads that must come, or -1 for all that have not exited. */
  private int expected = -1;

  private int arrived;
  private int votes;
  private boolean unanimous = true;

  Barrier(Block block) {
    this.block = block;
  }

  void reset() {
    waiting.clear();
    expected = -1;
    arrived = 0;
    votes = 0;
    unanimous = true;
  }

  /** The threads that the barrier waits for and that have come, for reports. */
  String described() {
    return "%d of %d threads have come"
        .formatted(arrived, expected < 0 ? block.liveThreads() : expected);
  }

  /**
   * Some threads come.
   *
   * @param count the threads that must come, or -1 for all; the same in all arrivals
   * @return false if other arrivals gave another count
   */
  boolean arrive(Warp warp, int mask, int count, int vote) {
    if (arrived > 0 && count != expected) {
      return false;
    }
    expected = count;
    // Threads that have exited count where the number is given in whole warps.
    boolean converged = mask == warp.alive;
    arrived += count >= 0 && converged ? Warp.LANES : Integer.bitCount(mask);
    votes += Integer.bitCount(mask & vote);
    unanimous &= (mask & ~vote) == 0;
    return true;
  }

  /** A warp that has come waits. */
  void await(Warp warp, int mask, Waiting then) {
    warp.hold(mask);
    waiting.add(new Arrival(warp, mask, then));
  }

  /** Lets all go on if all have come. */
  void check() {
    if (arrived == 0 || arrived < (expected < 0 ? block.liveThreads() : expected)) {
      return;
    }
    if (expected < 0 || expected >= block.shape().threads()) {
      block.met();
    }
    int counted = votes;
    boolean all = unanimous;
    List<Arrival> free = List.copyOf(waiting);
    reset();
    for (Arrival arrival : free) {
      arrival.warp.release(arrival.mask);
      arrival.waiting.release(arrival.mask, counted, all);
    }
  }
}
