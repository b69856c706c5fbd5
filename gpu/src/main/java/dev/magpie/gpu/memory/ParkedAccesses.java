package dev.magpie.gpu.memory;

import java.util.Arrays;

/**
 * Fetches and write-backs that wait for their page, in order, by number; an array for each field.
 */
final class ParkedAccesses {
  static final int NONE = -1;

  int[] slice = new int[64];

  /** Where a slice waits for it; none of a write-back. */
  int[] slot = new int[64];

  long[] line = new long[64];

  /** That are wanted, or have changed; and those that the slice has. */
  byte[] sectors = new byte[64];

  byte[] valid = new byte[64];
  int[] multiprocessor = new int[64];

  /** The next of the same page, or free one. */
  int[] next = new int[64];

  private int free = NONE;
  private int used;

  /** By page: the first and the last that waits for it. */
  private int[] first = {};

  private int[] last = {};

  /** Makes room for pages. */
  void grow(int pages) {
    int before = first.length;
    if (pages > before) {
      first = Arrays.copyOf(first, pages);
      last = Arrays.copyOf(last, pages);
      Arrays.fill(first, before, pages, NONE);
    }
  }

  int pages() {
    return first.length;
  }

  /** The first that waits for a page. */
  int first(int page) {
    return first[page];
  }

  /** How many wait for a page. */
  int count(int page) {
    int count = 0;
    for (int each = first[page]; each != NONE; each = next[each]) {
      count++;
    }
    return count;
  }

  /** Adds one that waits for a page; its fields are the caller's to set. */
  int add(int page) {
    int number = take();
    next[number] = NONE;
    if (first[page] == NONE) {
      first[page] = number;
    } else {
      next[last[page]] = number;
    }
    last[page] = number;
    return number;
  }

  private int take() {
    if (free != NONE) {
      int number = free;
      free = next[number];
      return number;
    }
    if (used == slice.length) {
      int length = 2 * used;
      slice = Arrays.copyOf(slice, length);
      slot = Arrays.copyOf(slot, length);
      line = Arrays.copyOf(line, length);
      sectors = Arrays.copyOf(sectors, length);
      valid = Arrays.copyOf(valid, length);
      multiprocessor = Arrays.copyOf(multiprocessor, length);
      next = Arrays.copyOf(next, length);
    }
    return used++;
  }

  /** Takes out the first that waits for a page. */
  void remove(int page) {
    int number = first[page];
    first[page] = next[number];
    next[number] = free;
    free = number;
  }
}
