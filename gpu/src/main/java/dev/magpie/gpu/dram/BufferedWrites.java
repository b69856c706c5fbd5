package dev.magpie.gpu.dram;

import java.util.Arrays;

/** The places of the writes that wait: a set of a fixed number of keys, by open addressing. */
final class BufferedWrites {
  private static final long EMPTY = -1;

  private final long[] keys;
  private final int mask;

  BufferedWrites(int capacity) {
    keys = new long[Integer.highestOneBit(Math.max(1, capacity)) * 4];
    mask = keys.length - 1;
    Arrays.fill(keys, EMPTY);
  }

  boolean contains(long place) {
    int at = home(place);
    while (keys[at] != EMPTY) {
      if (keys[at] == place) {
        return true;
      }
      at = (at + 1) & mask;
    }
    return false;
  }

  void add(long place) {
    int at = home(place);
    while (keys[at] != EMPTY) {
      at = (at + 1) & mask;
    }
    keys[at] = place;
  }

  /** Removes a place that is there, and closes the gap so that look-ups still find the others. */
  void remove(long place) {
    int gap = home(place);
    while (keys[gap] != place) {
      gap = (gap + 1) & mask;
    }
    keys[gap] = EMPTY;
    for (int at = (gap + 1) & mask; keys[at] != EMPTY; at = (at + 1) & mask) {
      int home = home(keys[at]);
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        keys[gap] = keys[at];
        keys[at] = EMPTY;
        gap = at;
      }
    }
  }

  /** Neighbours are scattered by the golden ratio (Fibonacci hashing). */
  private int home(long place) {
    return (int) ((place * 0x9E3779B97F4A7C15L) >>> 40) & mask;
  }
}
