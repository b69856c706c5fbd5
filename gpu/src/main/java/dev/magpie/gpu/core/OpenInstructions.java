package dev.magpie.gpu.core;

import java.util.Arrays;

/** The instructions of each warp that wait for operands, as they were issued. */
final class OpenInstructions {
  private static final int NONE = -1;

  // By warp.
  private final int[] first;
  private final int[] last;

  // By entry of what waits.
  private int[] before = new int[64];
  private int[] after = new int[64];

  OpenInstructions(int warps) {
    first = new int[warps];
    last = new int[warps];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
  }

  /** The one that was issued first, or -1. */
  int first(int warp) {
    return first[warp];
  }

  void add(int warp, int entry) {
    if (entry >= before.length) {
      before = Arrays.copyOf(before, 2 * entry);
      after = Arrays.copyOf(after, 2 * entry);
    }
    before[entry] = last[warp];
    after[entry] = NONE;
    if (last[warp] == NONE) {
      first[warp] = entry;
    } else {
      after[last[warp]] = entry;
    }
    last[warp] = entry;
  }

  void remove(int warp, int entry) {
    if (before[entry] == NONE) {
      first[warp] = after[entry];
    } else {
      after[before[entry]] = after[entry];
    }
    if (after[entry] == NONE) {
      last[warp] = before[entry];
    } else {
      before[after[entry]] = before[entry];
    }
  }
}
