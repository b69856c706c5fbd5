package dev.magpie.gpu.memory;

import java.util.Arrays;

/**
 * The tags of a slice: sets of lines with four sectors, which are valid, dirty or on their way. A
 * line with sectors on their way keeps its slot; else the least recently used is replaced.
 */
final class LineTags {
  static final int NONE = -1;

  private final int sets;
  private final int setMask;
  private final int ways;

  /** By slot: the line's number in the slice, and its address. */
  private final long[] lines;

  final long[] address;
  final byte[] valid;
  final byte[] dirty;
  final byte[] pending;

  /** When each slot was used last; 0 if it is free. */
  private final long[] used;

  private long clock;

  LineTags(int sets, int ways) {
    this.sets = sets;
    this.ways = ways;
    setMask = Integer.bitCount(sets) == 1 ? sets - 1 : 0;
    lines = new long[sets * ways];
    Arrays.fill(lines, NONE);
    address = new long[sets * ways];
    valid = new byte[sets * ways];
    dirty = new byte[sets * ways];
    pending = new byte[sets * ways];
    used = new long[sets * ways];
  }

  private int firstSlot(long line) {
    return (setMask != 0 ? (int) line & setMask : (int) (line % sets)) * ways;
  }

  /** The slot of a line, or {@link #NONE}. */
  int find(long line) {
    int slot = firstSlot(line);
    for (int end = slot + ways; slot < end; slot++) {
      if (lines[slot] == line) {
        return slot;
      }
    }
    return NONE;
  }

  /** The slot that a line would take, or {@link #NONE} while all of its set are on their way. */
  int victim(long line) {
    int first = firstSlot(line);
    int victim = NONE;
    for (int slot = first; slot < first + ways; slot++) {
      if (pending[slot] == 0 && (victim == NONE || used[slot] < used[victim])) {
        victim = slot;
      }
    }
    return victim;
  }

  void use(int slot) {
    used[slot] = ++clock;
  }

  boolean isFree(int slot) {
    return lines[slot] == NONE;
  }

  /** Puts a line without valid sectors into a slot. */
  void put(int slot, long line, long lineAddress) {
    lines[slot] = line;
    address[slot] = lineAddress;
    valid[slot] = 0;
    dirty[slot] = 0;
    use(slot);
  }

  /** Forgets the line of a slot. */
  void drop(int slot) {
    put(slot, NONE, 0);
    used[slot] = 0;
  }

  int slots() {
    return lines.length;
  }
}
