package dev.magpie.gpu.core;

import java.util.Arrays;

/** The units of a multiprocessor that execute, by kind, with when each takes its next operation. */
final class ExecutionUnits {
  private final long[][] units;

  /** By kind: when the first of its units is free. */
  private final long[] freeAt;

  ExecutionUnits(int[] counts) {
    units = new long[counts.length][];
    Arrays.setAll(units, kind -> new long[counts[kind]]);
    freeAt = new long[counts.length];
  }

  /** When the next unit of a kind takes an operation. */
  long freeAt(int kind) {
    return freeAt[kind];
  }

  /** A unit of a kind, one of which is free, starts an operation. */
  void take(int kind, long cycle, int interval) {
    long[] all = units[kind];
    int i = 0;
    while (all[i] > cycle) {
      i++;
    }
    all[i] = cycle + interval;
    long first = Long.MAX_VALUE;
    for (long each : all) {
      first = Math.min(first, each);
    }
    freeAt[kind] = first;
  }
}
