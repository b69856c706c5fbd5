package dev.magpie.gpu.core;

import java.util.Arrays;

/** Loads and atomics of warps whose values are not all there yet. */
final class PendingLoads {
  private int[] warps = new int[64];
  private int[] calledBy = new int[64];
  private int[] missing = new int[64];
  private long[] latest = new long[64];
  private int[] free = new int[64];
  private int freeCount;
  private int size;

  /**
   * Enters a load. It waits for one answer from the start, which the unit gives by {@link #arrived}
   * when it has handed on the last line, so that early answers cannot complete it.
   */
  int add(int warp, int called) {
    int load = freeCount > 0 ? free[--freeCount] : size++;
    if (load == warps.length) {
      int more = 2 * load;
      warps = Arrays.copyOf(warps, more);
      calledBy = Arrays.copyOf(calledBy, more);
      missing = Arrays.copyOf(missing, more);
      latest = Arrays.copyOf(latest, more);
      free = Arrays.copyOf(free, more);
    }
    warps[load] = warp;
    calledBy[load] = called;
    missing[load] = 1;
    latest[load] = 0;
    return load;
  }

  /** It waits for one more answer. */
  void expect(int load) {
    missing[load]++;
  }

  /** Part of it will be there at a cycle. */
  void partAt(int load, long cycle) {
    latest[load] = Math.max(latest[load], cycle);
  }

  /** Something that it missed has come; returns whether that was the last. */
  boolean arrived(int load) {
    return --missing[load] == 0;
  }

  void remove(int load) {
    free[freeCount++] = load;
  }

  int warp(int load) {
    return warps[load];
  }

  int called(int load) {
    return calledBy[load];
  }

  /** When the last of its parts is there. */
  long latest(int load) {
    return latest[load];
  }
}
