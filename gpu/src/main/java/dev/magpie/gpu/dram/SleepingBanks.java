package dev.magpie.gpu.dram;

import java.util.Arrays;

/**
 * Which banks are awake, and when the others wake up: a wheel of the next cycles with a set of
 * banks for each. Who sleeps for longer wakes up in between.
 */
final class SleepingBanks {
  private static final int CYCLES = 64;

  /** Words of 64 bits that hold a bit for each bank. */
  private final int words;

  /** Bits of the banks that are awake. */
  private final long[] awake;

  /** By cycle, modulo as many as there are: bits of the banks that wake up. */
  private final long[] wheel;

  /** Bits of the cycles in which a bank may wake up. */
  private long occupied;

  private long now;

  /** Banks that are all awake at cycle 0. */
  SleepingBanks(int banks) {
    words = (banks + 63) / 64;
    awake = new long[words];
    Arrays.fill(awake, -1);
    wheel = new long[CYCLES * words];
  }

  /** Bits of the banks that are awake, of 64 of them. */
  long awake(int word) {
    return awake[word];
  }

  /** A bank sleeps until a cycle, or shorter. */
  void wakeAt(int bank, long cycle) {
    long bit = 1L << bank;
    if (cycle <= now) {
      awake[bank >> 6] |= bit;
      return;
    }
    int slot = (int) Math.min(cycle, now + CYCLES - 1) & (CYCLES - 1);
    awake[bank >> 6] &= ~bit;
    wheel[slot * words + (bank >> 6)] |= bit;
    occupied |= 1L << slot;
  }

  /** Lets all wake up whose time has come by a cycle, not before the one at which this is. */
  void advanceTo(long cycle) {
    long due = occupied;
    if (due != 0) {
      long passed = cycle - now;
      if (passed < CYCLES) {
        due &= Long.rotateLeft((1L << passed) - 1, (int) now + 1);
      }
      occupied &= ~due;
      for (; due != 0; due &= due - 1) {
        int slot = Long.numberOfTrailingZeros(due);
        for (int word = 0; word < words; word++) {
          awake[word] |= wheel[slot * words + word];
          wheel[slot * words + word] = 0;
        }
      }
    }
    now = cycle;
  }

  /** When the next may wake up; {@link Long#MAX_VALUE} if all are awake. */
  long next() {
    return occupied == 0
        ? Long.MAX_VALUE
        : now + 1 + Long.numberOfTrailingZeros(Long.rotateRight(occupied, (int) now + 1));
  }
}
