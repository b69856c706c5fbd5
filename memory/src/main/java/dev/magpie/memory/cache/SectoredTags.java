package dev.magpie.memory.cache;

import java.util.Arrays;

/**
 * The tags of a set-associative cache with lines of several sectors, each valid and dirty on its
 * own, and least-recently-used replacement. It holds no data: a slot, which stays a line's own
 * until the line is evicted, is where a user keeps them. Not thread-safe.
 */
public final class SectoredTags {
  private static final long NO_LINE = -1;

  /** Above all times. */
  private static final long HELD = 1L << 40;

  private final int sets;
  private final int ways;

  /** Bits that tell the ways of a set apart. */
  private final int wayBits;

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
    wayBits = Integer.SIZE - Integer.numberOfLeadingZeros(ways - 1);
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

  /**
   * The slot that a line would take: a free one of its set, else the least recently used; or -1
   * while all of the set are held.
   */
  public int victim(long line) {
    int first = first(line);
    // The time and the way in one number: no branch, which would be guessed badly.
    long oldest = Long.MAX_VALUE;
    for (int way = 0; way < ways; way++) {
      oldest = Math.min(oldest, (used[first + way] << wayBits) | way);
    }
    return oldest >= HELD << wayBits ? -1 : first + ((int) oldest & ((1 << wayBits) - 1));
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
    used[slot] = ++clock | (used[slot] & HELD);
  }

  /** The line in a slot, or -1. */
  public long line(int slot) {
    return lines[slot];
  }

  /** The valid sectors of a slot, a bit each. */
  public int valid(int slot) {
    return valid[slot];
  }

  public void markValid(int slot, int sectors) {
    valid[slot] |= sectors;
  }

  /** The changed sectors of a slot, a bit each. */
  public int dirty(int slot) {
    return dirty[slot];
  }

  public void markDirty(int slot, int sectors) {
    dirty[slot] |= sectors;
  }

  /** All that was changed has been written. */
  public void markClean(int slot) {
    dirty[slot] = 0;
  }

  /**
   * The least recently used slot of a line's set that is changed and not held; -1 if no more than
   * so many are changed.
   */
  public int dirtyBeyond(long line, int most) {
    int first = first(line);
    int count = 0;
    int oldest = -1;
    for (int slot = first; slot < first + ways; slot++) {
      if (dirty[slot] != 0) {
        count++;
        if (used[slot] < HELD && (oldest < 0 || used[slot] < used[oldest])) {
          oldest = slot;
        }
      }
    }
    return count > most ? oldest : -1;
  }

  /** Keeps a line from being a victim, or no longer; it has not been evicted since. */
  public void hold(int slot, boolean isHeld) {
    used[slot] = isHeld ? used[slot] | HELD : used[slot] & ~HELD;
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
    // Most caches have a power of two, and a division takes longer than all else here.
    boolean powerOfTwo = (sets & (sets - 1)) == 0;
    int set = (int) (powerOfTwo ? line & (sets - 1) : Long.remainderUnsigned(line, sets));
    return set * ways;
  }
}
