package dev.magpie.depth.cache;

import java.util.Arrays;

/**
 * What a cache holds where, and what was used when. Fully associative caches of thousands of lines
 * must be as quick as small sets, so a table has the slot of every line that there is, and the
 * slots of a set form a list by use. The sectored tags of {@code memory}, which search a set, are
 * the oracle of its tests.
 *
 * <p>A line's key is its tile's number times the lines of a tile, plus its number in the tile.
 */
final class Tags {
  static final int NONE = -1;

  private final int sets;
  private final int ways;
  private final CacheShape.Index index;
  private final int lineMask;
  private final int tileShift;

  /** The slot of each key. */
  private final int[] slots;

  private final int[] keys;
  private final boolean[] dirty;

  /** Neighbours by use, or the next free slot; the slot behind the last way is a set's head. */
  private final int[] newer;

  private final int[] older;
  private final int[] free;

  /**
   * @param linesPerTile a power of two
   */
  Tags(int sets, int ways, CacheShape.Index index, int linesPerTile, int tiles) {
    this.sets = sets;
    this.ways = ways;
    this.index = index;
    lineMask = linesPerTile - 1;
    tileShift = Integer.numberOfTrailingZeros(linesPerTile);
    slots = new int[tiles << tileShift];
    int all = sets * ways;
    keys = new int[all];
    dirty = new boolean[all];
    newer = new int[all + sets];
    older = new int[all + sets];
    free = new int[sets];
    Arrays.fill(slots, NONE);
    Arrays.fill(keys, NONE);
    for (int set = 0; set < sets; set++) {
      newer[all + set] = all + set;
      older[all + set] = all + set;
      free[set] = set * ways;
      for (int slot = set * ways; slot < (set + 1) * ways; slot++) {
        older[slot] = slot + 1 < (set + 1) * ways ? slot + 1 : NONE;
      }
    }
  }

  /** Slots in all. */
  int size() {
    return keys.length;
  }

  /** The slot that holds a line, or {@link #NONE}. Does not count as a use. */
  int find(int key) {
    return slots[key];
  }

  /** The line in a slot. */
  int key(int slot) {
    return keys[slot];
  }

  boolean isDirty(int slot) {
    return dirty[slot];
  }

  void setDirty(int slot) {
    dirty[slot] = true;
  }

  /** Counts a use. */
  void touch(int slot) {
    int head = keys.length + (sets == 1 ? 0 : slot / ways);
    if (newer[slot] != head) {
      unlink(slot);
      link(slot, head);
    }
  }

  /** The slot that has to be emptied before a line can be put, or {@link #NONE}. */
  int victim(int key) {
    int set = set(key);
    return free[set] == NONE ? newer[keys.length + set] : NONE;
  }

  /** The least recently used slot of a set that is not empty, or {@link #NONE}. */
  int oldest() {
    for (int head = keys.length; head < newer.length; head++) {
      if (newer[head] != head) {
        return newer[head];
      }
    }
    return NONE;
  }

  /** Puts a line into a free slot of its set. */
  int put(int key) {
    int set = set(key);
    int slot = free[set];
    free[set] = older[slot];
    keys[slot] = key;
    dirty[slot] = false;
    slots[key] = slot;
    link(slot, keys.length + set);
    return slot;
  }

  /** Empties a slot. */
  void remove(int slot) {
    unlink(slot);
    slots[keys[slot]] = NONE;
    keys[slot] = NONE;
    int set = slot / ways;
    older[slot] = free[set];
    free[set] = slot;
  }

  private void link(int slot, int head) {
    int newest = older[head];
    older[head] = slot;
    newer[slot] = head;
    older[slot] = newest;
    newer[newest] = slot;
  }

  private void unlink(int slot) {
    newer[older[slot]] = newer[slot];
    older[newer[slot]] = older[slot];
  }

  /** The set of a line. */
  int set(int key) {
    if (sets == 1) {
      return 0;
    }
    return switch (index) {
      case HASHED -> {
        long hash = (key >>> tileShift) * 2654435761L & 0xFFFF_FFFFL;
        yield (int) (((hash >>> 12) + (long) (key & lineMask) * (sets / 4)) % sets);
      }
      case MODULO -> key % sets;
    };
  }
}
