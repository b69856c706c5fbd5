package dev.magpie.gpu.core;

import dev.magpie.gpu.config.FirstLevelConfig;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;

/**
 * The miss status holding registers (MSHRs) of an L1: what has been asked of the memory beyond, and
 * the loads that wait for each.
 */
final class MissStatusRegisters {
  private static final int NONE = -1;

  private final int merges;
  private final long[] lines;
  private final int[] sectors;
  private final boolean[] fills;
  private final int[] waiting;
  private final int[] count;
  private final int[] instructions;
  private final int[] next;
  private final int[] buckets;
  private int free;
  private int used;

  MissStatusRegisters(FirstLevelConfig config) {
    int entries = config.mshrs();
    merges = config.merges();
    lines = new long[entries];
    sectors = new int[entries];
    fills = new boolean[entries];
    waiting = new int[entries * merges];
    count = new int[entries];
    instructions = new int[entries];
    next = new int[entries];
    buckets = new int[Integer.highestOneBit(entries) * 4];
    Arrays.fill(buckets, NONE);
    for (int i = 0; i < entries; i++) {
      next[i] = i + 1 < entries ? i + 1 : NONE;
    }
  }

  private int bucket(long line) {
    long number = line / MemoryAccess.LINE_BYTES;
    return (int) (number ^ number >>> 9) & buckets.length - 1;
  }

  boolean isFull() {
    return free == NONE;
  }

  int used() {
    return used;
  }

  /** The first request for a line that fills the cache, or -1. */
  int first(long line) {
    return match(buckets[bucket(line)], line);
  }

  /** The next one for the same line, or -1. */
  int following(int entry) {
    return match(next[entry], lines[entry]);
  }

  private int match(int from, long line) {
    int entry = from;
    while (entry != NONE && lines[entry] != line) {
      entry = next[entry];
    }
    return entry;
  }

  boolean takesMore(int entry) {
    return count[entry] < merges;
  }

  /** A load waits for a request that was made already. */
  void join(int entry, int load) {
    waiting[entry * merges + count[entry]++] = load;
  }

  /**
   * Enters a request for which a load waits.
   *
   * @param fillsCache whether others may join it, and the cache keeps what it brings
   * @param instruction that asks
   */
  int add(long line, int sectorMask, boolean fillsCache, int load, int instruction) {
    int entry = free;
    free = next[entry];
    used++;
    lines[entry] = line;
    sectors[entry] = sectorMask;
    fills[entry] = fillsCache;
    count[entry] = 0;
    instructions[entry] = instruction;
    join(entry, load);
    if (fillsCache) {
      int bucket = bucket(line);
      next[entry] = buckets[bucket];
      buckets[bucket] = entry;
    }
    return entry;
  }

  /** Forgets a request that was answered. */
  void remove(int entry) {
    if (fills[entry]) {
      int bucket = bucket(lines[entry]);
      if (buckets[bucket] == entry) {
        buckets[bucket] = next[entry];
      } else {
        int before = buckets[bucket];
        while (next[before] != entry) {
          before = next[before];
        }
        next[before] = next[entry];
      }
    }
    next[entry] = free;
    free = entry;
    used--;
  }

  long line(int entry) {
    return lines[entry];
  }

  int sectors(int entry) {
    return sectors[entry];
  }

  boolean fillsCache(int entry) {
    return fills[entry];
  }

  /** The instruction that asked first. */
  int instruction(int entry) {
    return instructions[entry];
  }

  int waiting(int entry) {
    return count[entry];
  }

  int load(int entry, int i) {
    return waiting[entry * merges + i];
  }
}
