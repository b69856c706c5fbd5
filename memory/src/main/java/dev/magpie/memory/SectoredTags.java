package dev.magpie.memory;

import java.util.Arrays;

/**
 * The tags of a set-associative cache with lines of several sectors, each valid and dirty on its
 * own, and least-recently-used replacement. It holds no data: a slot, which stays a line's own
 * until the line is evicted, is where a user keeps them. Not thread-safe.
 */
public final class SectoredTags {
  private static final long NO_LINE = -1;

  private final int sets;
  private final int ways;
  private final long[] lines;
  private final int[] valid;
  private final int[] dirty;

  /** When each slot was used last; 0 if it is free. */
  private final long[] used;

  private long clock;

  /**
   * @param sets any number: a line's set is its number modulo the sets
   * @param ways lines in a set
   */
  public SectoredTags(int sets, int ways) {
    if (sets < 1 || ways < 1) {
      throw new IllegalArgumentException(
          "a cache needs sets and ways, not %d and %d".formatted(sets, ways));
    }
    this.sets = sets;
    this.ways = ways;
    lines = new long[Math.multiplyExact(sets, ways)];
    valid = new int[lines.length];
    dirty = new int[lines.length];
    used = new long[lines.length];
    Arrays.fill(lines, NO_LINE);
  }

  /** The slot that holds a line, or -1. Does not count as a use. */
  public int find(long line) {
    int first = first(line);
    for (int slot = first; slot < first + ways; slot++) {
      if (lines[slot] == line) {
        return slot;
      }
    }
    return -1;
  }

  /** The slot that a line would take: a free one of its set, else the least recently used. */
  public int victim(long line) {
    int first = first(line);
    int victim = first;
    for (int slot = first + 1; slot < first + ways; slot++) {
      if (used[slot] < used[victim]) {
        victim = slot;
      }
    }
    return victim;
  }

  /** Puts a line without valid sectors into a slot of its set, in place of what is there. */
  public void put(int slot, long line) {
    lines[slot] = line;
    valid[slot] = 0;
    dirty[slot] = 0;
    used[slot] = ++clock;
  }

  /** Counts a use of the slot. */
  public void use(int slot) {
    used[slot] = ++clock;
  }

  /** The line in a slot, or -1. */
  public long line(int slot) {
    return lines[slot];
  }

  public boolean isValid(int slot, int sector) {
    return ((valid[slot] >>> sector) & 1) != 0;
  }

  public void setValid(int slot, int sector) {
    valid[slot] |= 1 << sector;
  }

  /** Marks a sector as changed, or as written back. */
  public void setDirty(int slot, int sector, boolean changed) {
    dirty[slot] = changed ? dirty[slot] | (1 << sector) : dirty[slot] & ~(1 << sector);
  }

  /** Valid sectors of a slot, a bit each. */
  public int validSectors(int slot) {
    return valid[slot];
  }

  /** Changed sectors of a slot, a bit each. */
  public int dirtySectors(int slot) {
    return dirty[slot];
  }

  /** Frees a slot. */
  public void clear(int slot) {
    put(slot, NO_LINE);
    used[slot] = 0;
  }

  /** Frees all slots. */
  public void clear() {
    for (int slot = 0; slot < lines.length; slot++) {
      clear(slot);
    }
  }

  /** Slots in all sets together. */
  public int slots() {
    return lines.length;
  }

  private int first(long line) {
    return (int) Long.remainderUnsigned(line, sets) * ways;
  }
}
