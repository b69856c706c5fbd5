package dev.magpie.gpu.core;

import java.util.Arrays;

/** When warps can go on that wait for a known time: a wheel of masks, one for each cycle. */
final class WakeUps {
  /**
   * Cycles ahead that the wheel covers, a power of two: more than operations take. Who waits longer
   * is woken and waits again.
   */
  static final int SPAN = 512;

  private final long[] wheel = new long[SPAN];
  private final long[] occupied = new long[SPAN / Long.SIZE];

  void clear() {
    Arrays.fill(wheel, 0);
    Arrays.fill(occupied, 0);
  }

  /** Wakes a warp at a cycle, or sooner if it is far ahead. */
  void add(int warp, long now, long cycle) {
    int slot = (int) Math.min(cycle, now + SPAN - 1) & SPAN - 1;
    wheel[slot] |= 1L << warp;
    occupied[slot >> 6] |= 1L << slot;
  }

  /** The warps that wake at a cycle, which are forgotten. */
  long take(long cycle) {
    int slot = (int) cycle & SPAN - 1;
    long warps = wheel[slot];
    if (warps != 0) {
      wheel[slot] = 0;
      occupied[slot >> 6] &= ~(1L << slot);
    }
    return warps;
  }

  /** The first cycle after one in which a warp wakes, or {@link Long#MAX_VALUE}. */
  long after(long cycle) {
    long from = cycle + 1;
    int slot = (int) from & SPAN - 1;
    long word = occupied[slot >> 6] & -1L << slot;
    for (int i = 0; i <= occupied.length; i++) {
      if (word != 0) {
        int found = (slot >> 6 << 6) + Long.numberOfTrailingZeros(word);
        return from + (found - (int) from & SPAN - 1);
      }
      slot = (slot & -Long.SIZE) + Long.SIZE & SPAN - 1;
      word = occupied[slot >> 6];
    }
    return Long.MAX_VALUE;
  }
}
