package dev.magpie.gpu.memory;

import java.util.Arrays;

/** Lines that are on their way, each with the transfers that wait for it: a table of numbers. */
final class WaitingLists {
  static final int NONE = -1;
  private static final long FREE = -1;

  private long[] keys = new long[64];
  private int[] first = new int[64];
  private int[] last = new int[64];
  private int[] fetches = new int[64];
  private int size;

  WaitingLists() {
    Arrays.fill(keys, FREE);
  }

  private int home(long line) {
    return (int) ((line * 0x9e3779b97f4a7c15L) >>> 32) & (keys.length - 1);
  }

  private int find(long line) {
    int at = home(line);
    while (keys[at] != FREE && keys[at] != line) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  boolean contains(long line) {
    return size > 0 && keys[find(line)] == line;
  }

  /** A line is on its way, perhaps once more. */
  void add(long line) {
    if (2 * size >= keys.length) {
      grow();
    }
    int at = find(line);
    if (keys[at] != line) {
      keys[at] = line;
      first[at] = NONE;
      fetches[at] = 0;
      size++;
    }
    fetches[at]++;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldFirst = first;
    int[] oldLast = last;
    int[] oldFetches = fetches;
    keys = new long[2 * oldKeys.length];
    Arrays.fill(keys, FREE);
    first = new int[keys.length];
    last = new int[keys.length];
    fetches = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        first[at] = oldFirst[i];
        last[at] = oldLast[i];
        fetches[at] = oldFetches[i];
      }
    }
  }

  /** Lets a transfer wait for a line that is on its way. */
  void await(long line, int transfer, LineTransfers transfers) {
    int at = find(line);
    transfers.next[transfer] = NONE;
    if (first[at] == NONE) {
      first[at] = transfer;
    } else {
      transfers.next[last[at]] = transfer;
    }
    last[at] = transfer;
  }

  /** A line is there; the result is the first of the transfers that waited for it. */
  int arrived(long line) {
    int at = find(line);
    int waiters = first[at];
    first[at] = NONE;
    fetches[at]--;
    if (fetches[at] == 0) {
      remove(at);
    }
    return waiters;
  }

  /** Closes the gap, so that look-ups still find the others. */
  private void remove(int at) {
    int gap = at;
    int mask = keys.length - 1;
    for (int i = (gap + 1) & mask; keys[i] != FREE; i = (i + 1) & mask) {
      int wanted = home(keys[i]);
      if (((i - wanted) & mask) >= ((i - gap) & mask)) {
        keys[gap] = keys[i];
        first[gap] = first[i];
        last[gap] = last[i];
        fetches[gap] = fetches[i];
        gap = i;
      }
    }
    keys[gap] = FREE;
    size--;
  }
}
