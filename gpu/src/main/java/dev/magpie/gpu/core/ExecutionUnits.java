package dev.magpie.gpu.core;

import java.util.Arrays;

/** The units of a multiprocessor that execute, by kind, with when each takes its next operation. */
final class ExecutionUnits {
  private final long[][] freeAt;

  ExecutionUnits(int[] counts) {
    freeAt = new long[counts.length][];
    Arrays.setAll(freeAt, kind -> new long[counts[kind]]);
  }

  /** When the next unit of a kind takes an operation. */
  long freeAt(int kind) {
    long first = Long.MAX_VALUE;
    for (long each : freeAt[kind]) {
      first = Math.min(first, each);
    }
    return first;
  }

  /** A unit of a kind, one of which is free, starts an operation. */
  void take(int kind, long cycle, int interval) {
    long[] units = freeAt[kind];
    int i = 0;
    while (units[i] > cycle) {
      i++;
    }
    units[i] = cycle + interval;
  }
}
