package dev.magpie.gpu.core;

import dev.magpie.gpu.config.FirstLevelConfig;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;

/** What an L1 holds: lines with their sectors, the least recently used replaced. */
final class FirstLevelCache {
  /** Is given what is replaced before it was written back. */
  interface WriteBack {
    void write(long line, int sectors);
  }

  private static final long NONE = -1;

  private final int sets;
  private final int setBits;
  private final int ways;
  private final boolean hashed;
  private final long[] lines;
  private final byte[] valid;
  private final byte[] dirty;
  private final long[] used;
  private long uses;

  FirstLevelCache(FirstLevelConfig config) {
    ways = config.ways();
    sets = config.bytes() / (MemoryAccess.LINE_BYTES * ways);
    setBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, sets - 1));
    hashed = config.hashed();
    lines = new long[sets * ways];
    valid = new byte[sets * ways];
    dirty = new byte[sets * ways];
    used = new long[sets * ways];
    clear();
  }

  /** Whether there is a cache at all. */
  boolean exists() {
    return sets > 0;
  }

  /** Forgets all, what was to be written back too. */
  void clear() {
    Arrays.fill(lines, NONE);
    Arrays.fill(valid, (byte) 0);
    Arrays.fill(dirty, (byte) 0);
  }

  private int set(long line) {
    long number = line / MemoryAccess.LINE_BYTES;
    if (hashed) {
      number ^= (number >>> setBits) ^ (number >>> (2 * setBits));
    }
    return (int) (number % sets) * ways;
  }

  private int find(long line) {
    if (sets == 0) {
      return -1;
    }
    int first = set(line);
    for (int i = first; i < first + ways; i++) {
      if (lines[i] == line) {
        return i;
      }
    }
    return -1;
  }

  /** The sectors of a line that are there; the line counts as used. */
  int lookUp(long line) {
    int at = find(line);
    if (at < 0) {
      return 0;
    }
    used[at] = ++uses;
    return valid[at];
  }

  /** Sectors of a line arrive. */
  void fill(long line, int sectors, WriteBack writeBack) {
    int at = find(line);
    if (at < 0) {
      at = victim(line);
      if (dirty[at] != 0) {
        writeBack.write(lines[at], dirty[at]);
      }
      lines[at] = line;
      valid[at] = 0;
      dirty[at] = 0;
    }
    valid[at] |= (byte) sectors;
    used[at] = ++uses;
  }

  private int victim(long line) {
    int first = set(line);
    int victim = first;
    for (int i = first; i < first + ways; i++) {
      if (lines[i] == NONE) {
        return i;
      }
      if (used[i] < used[victim]) {
        victim = i;
      }
    }
    return victim;
  }

  /** Sectors of a line that is there are to be written back. */
  void markDirty(long line, int sectors) {
    dirty[find(line)] |= (byte) sectors;
  }

  /** Forgets a line. */
  void invalidate(long line) {
    int at = find(line);
    if (at >= 0) {
      lines[at] = NONE;
      valid[at] = 0;
      dirty[at] = 0;
    }
  }
}
