package dev.magpie.gpu.core;

import dev.magpie.gpu.config.FirstLevelConfig;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.cache.SectoredTags;

/** What an L1 holds: lines with their sectors, the least recently used replaced. */
final class FirstLevelCache {
  /** Is given what is replaced before it was written back. */
  interface WriteBack {
    void write(long line, int sectors);
  }

  private final boolean exists;
  private final int setBits;
  private final boolean hashed;
  private final SectoredTags tags;

  /** By slot: the line's address. */
  private final long[] lines;

  FirstLevelCache(FirstLevelConfig config) {
    int sets = config.bytes() / (MemoryAccess.LINE_BYTES * config.ways());
    exists = sets > 0;
    setBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, sets - 1));
    hashed = config.hashed();
    tags = new SectoredTags(Math.max(1, sets), config.ways());
    lines = new long[tags.slots()];
  }

  /** Whether there is a cache at all. */
  boolean exists() {
    return exists;
  }

  /** Forgets all, what was to be written back too. */
  void clear() {
    tags.clear();
  }

  /** The number of a line, of which the lower bits choose the set; no two lines have the same. */
  private long number(long line) {
    long number = line / MemoryAccess.LINE_BYTES;
    return hashed ? number ^ (number >>> setBits) ^ (number >>> (2 * setBits)) : number;
  }

  /** The sectors of a line that are there; the line counts as used. */
  int lookUp(long line) {
    int slot = tags.find(number(line));
    if (slot < 0) {
      return 0;
    }
    tags.use(slot);
    return tags.valid(slot);
  }

  /** Sectors of a line arrive. */
  void fill(long line, int sectors, WriteBack writeBack) {
    long number = number(line);
    int slot = tags.find(number);
    if (slot < 0) {
      slot = tags.victim(number);
      if (tags.dirty(slot) != 0) {
        writeBack.write(lines[slot], tags.dirty(slot));
      }
      tags.put(slot, number);
      lines[slot] = line;
    } else {
      tags.use(slot);
    }
    tags.markValid(slot, sectors);
  }

  /** Sectors of a line that is there are to be written back. */
  void markDirty(long line, int sectors) {
    tags.markDirty(tags.find(number(line)), sectors);
  }

  /** Forgets a line. */
  void invalidate(long line) {
    int slot = tags.find(number(line));
    if (slot >= 0) {
      tags.clear(slot);
    }
  }
}
