package dev.magpie.gpu.core;

import java.util.Arrays;

/** Accesses whose operands are there at known cycles: a heap, those of the same cycle in order. */
final class DueAccesses {
  private long[] cycles = new long[64];
  private long[] numbers = new long[64];
  private int[] entries = new int[64];
  private int size;
  private long added;

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first is due. */
  long firstAt() {
    return cycles[0];
  }

  void add(int entry, long cycle) {
    if (size == cycles.length) {
      cycles = Arrays.copyOf(cycles, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int i = size++;
    long number = added++;
    while (i > 0 && cycles[(i - 1) / 2] > cycle) {
      move((i - 1) / 2, i);
      i = (i - 1) / 2;
    }
    put(i, entry, cycle, number);
  }

  int removeFirst() {
    int first = entries[0];
    int last = --size;
    int i = 0;
    for (int child = 1; child < last; child = 2 * i + 1) {
      int least = child + 1 < last && isBefore(child + 1, child) ? child + 1 : child;
      if (!isBefore(least, last)) {
        break;
      }
      move(least, i);
      i = least;
    }
    move(last, i);
    return first;
  }

  private boolean isBefore(int one, int other) {
    return cycles[one] < cycles[other]
        || (cycles[one] == cycles[other] && numbers[one] < numbers[other]);
  }

  private void move(int from, int to) {
    put(to, entries[from], cycles[from], numbers[from]);
  }

  private void put(int to, int entry, long cycle, long number) {
    entries[to] = entry;
    cycles[to] = cycle;
    numbers[to] = number;
  }
}
