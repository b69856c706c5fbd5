package dev.magpie.gpu.memory;

import java.util.Arrays;

/**
 * What will happen and when: a calendar of the coming cycles, and a heap for what lies beyond. In a
 * cycle, events happen in the order in which they were scheduled. Events are a kind and a number,
 * so that none is an object.
 */
final class EventQueue {
  private static final int NONE = -1;

  /** A bit of a long for each day, and a bit of one more for each of those: 64 times 64. */
  private static final int DAYS = 4096;

  private static final int WORDS = DAYS / 64;

  /** By cycle modulo the days: a list of events. */
  private final int[] first = new int[DAYS];

  private final int[] last = new int[DAYS];

  /** Which days have events, and which words of that have bits. */
  private final long[] busy = new long[WORDS];

  private long busyWords;

  /** By event. */
  private int[] next = new int[256];

  private long[] event = new long[256];
  private int free = NONE;
  private int used;

  /** A heap by cycle, then by order. */
  private long[] farCycle = new long[16];

  private long[] farOrder = new long[16];
  private long[] farEvent = new long[16];
  private int far;
  private long orders;

  private long now;

  /** Of the next event; only what the calendar holds may make it earlier. */
  private long nextCycle = Long.MAX_VALUE;

  EventQueue() {
    Arrays.fill(first, NONE);
  }

  /** Before this cycle, everything has happened. */
  long now() {
    return now;
  }

  /** The cycle of the next event; {@link Long#MAX_VALUE} if there is none. */
  long nextCycle() {
    return nextCycle;
  }

  /** Lets something happen, in this cycle or later. */
  void schedule(long cycle, int kind, int number) {
    long what = (long) kind << 32 | number;
    if (cycle < now) {
      throw new IllegalStateException("cycle %d is over at %d".formatted(cycle, now));
    }
    if (cycle - now >= DAYS) {
      addFar(cycle, what);
    } else {
      addNear(cycle, what);
    }
    nextCycle = Math.min(nextCycle, cycle);
  }

  private void addNear(long cycle, long what) {
    int node = free;
    if (node == NONE) {
      if (used == next.length) {
        next = Arrays.copyOf(next, 2 * used);
        event = Arrays.copyOf(event, 2 * used);
      }
      node = used++;
    } else {
      free = next[node];
    }
    event[node] = what;
    next[node] = NONE;
    int day = (int) cycle & (DAYS - 1);
    if (first[day] == NONE) {
      first[day] = node;
      busy[day >> 6] |= 1L << day;
      busyWords |= 1L << (day >> 6);
    } else {
      next[last[day]] = node;
    }
    last[day] = node;
  }

  /**
   * Goes to a cycle.
   *
   * @throws IllegalStateException if something was to happen before it
   */
  void moveTo(long cycle) {
    if (nextCycle < cycle) {
      throw new IllegalStateException(
          "cycle %d comes before something at %d".formatted(cycle, nextCycle));
    }
    if (cycle > now) {
      now = cycle;
      bringNear();
    }
  }

  /** Takes the next event of the present cycle, or -1. */
  long take() {
    int day = (int) now & (DAYS - 1);
    int node = first[day];
    if (node == NONE || nextCycle > now) {
      return -1;
    }
    int following = next[node];
    first[day] = following;
    next[node] = free;
    free = node;
    if (following == NONE) {
      busy[day >> 6] &= ~(1L << day);
      if (busy[day >> 6] == 0) {
        busyWords &= ~(1L << (day >> 6));
      }
      nextCycle = findNext();
    }
    return event[node];
  }

  private long findNext() {
    if (busyWords == 0) {
      return far == 0 ? Long.MAX_VALUE : farCycle[0];
    }
    int day = (int) now & (DAYS - 1);
    int word = day >> 6;
    long rest = busy[word] & (-1L << day);
    if (rest == 0) {
      // Words are searched from the next one on, around to this one.
      long later = busyWords & ~((2L << word) - 1);
      word = Long.numberOfTrailingZeros(later != 0 ? later : busyWords);
      rest = busy[word];
    }
    int found = (word << 6) + Long.numberOfTrailingZeros(rest);
    return now + ((found - day) & (DAYS - 1));
  }

  private void addFar(long cycle, long what) {
    if (far == farCycle.length) {
      farCycle = Arrays.copyOf(farCycle, 2 * far);
      farOrder = Arrays.copyOf(farOrder, 2 * far);
      farEvent = Arrays.copyOf(farEvent, 2 * far);
    }
    int at = far++;
    long order = orders++;
    while (at > 0 && cycle < farCycle[(at - 1) / 2]) {
      copyFar((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    farCycle[at] = cycle;
    farOrder[at] = order;
    farEvent[at] = what;
  }

  private void copyFar(int from, int to) {
    farCycle[to] = farCycle[from];
    farOrder[to] = farOrder[from];
    farEvent[to] = farEvent[from];
  }

  /** Puts into the calendar what is near enough by now. */
  private void bringNear() {
    while (far > 0 && farCycle[0] - now < DAYS) {
      addNear(farCycle[0], farEvent[0]);
      far--;
      sink(far);
    }
  }

  /** Puts the last of the heap in place of its top. */
  private void sink(int from) {
    long cycle = farCycle[from];
    long order = farOrder[from];
    long what = farEvent[from];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child + 1 < far && isBefore(child + 1, farCycle[child], farOrder[child])) {
        child++;
      }
      if (child >= far || !isBefore(child, cycle, order)) {
        break;
      }
      copyFar(child, at);
      at = child;
    }
    farCycle[at] = cycle;
    farOrder[at] = order;
    farEvent[at] = what;
  }

  private boolean isBefore(int at, long cycle, long order) {
    return farCycle[at] < cycle || (farCycle[at] == cycle && farOrder[at] < order);
  }
}
