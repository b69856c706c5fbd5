package dev.magpie.gpu.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Units of metadata that are on their way, by number, each with the transactions that wait for it:
 * an open hash table. Any number may be a unit's.
 */
final class AwaitedMetadata {
  private long[] units = new long[64];
  private @Nullable Transaction[] first = new Transaction[64];
  private @Nullable Transaction[] last = new Transaction[64];

  /** How often a unit was asked for; 0 where a place is free. */
  private int[] fetches = new int[64];

  private int size;

  /** Numbers that follow one another are scattered by the golden ratio (Fibonacci hashing). */
  private int home(long unit) {
    return (int) ((unit * 0x9e3779b97f4a7c15L) >>> 32) & (units.length - 1);
  }

  private int find(long unit) {
    int at = home(unit);
    while (fetches[at] != 0 && units[at] != unit) {
      at = (at + 1) & (units.length - 1);
    }
    return at;
  }

  boolean contains(long unit) {
    return size > 0 && fetches[find(unit)] != 0;
  }

  /** A unit is on its way, perhaps once more. */
  void add(long unit) {
    if (2 * size >= units.length) {
      grow();
    }
    int at = find(unit);
    if (fetches[at] == 0) {
      units[at] = unit;
      first[at] = null;
      size++;
    }
    fetches[at]++;
  }

  private void grow() {
    long[] oldUnits = units;
    @Nullable Transaction[] oldFirst = first;
    @Nullable Transaction[] oldLast = last;
    int[] oldFetches = fetches;
    int length = 2 * oldUnits.length;
    units = new long[length];
    first = new Transaction[length];
    last = new Transaction[length];
    fetches = new int[length];
    for (int i = 0; i < oldUnits.length; i++) {
      if (oldFetches[i] != 0) {
        int at = find(oldUnits[i]);
        units[at] = oldUnits[i];
        first[at] = oldFirst[i];
        last[at] = oldLast[i];
        fetches[at] = oldFetches[i];
      }
    }
  }

  /** Lets a transaction wait for a unit that is on its way. */
  void await(long unit, Transaction transaction) {
    int at = find(unit);
    transaction.next = null;
    Transaction before = last[at];
    if (first[at] == null || before == null) {
      first[at] = transaction;
    } else {
      before.next = transaction;
    }
    last[at] = transaction;
  }

  /** A unit is there; the result is the first of the transactions that waited for it. */
  @Nullable Transaction arrived(long unit) {
    int at = find(unit);
    Transaction waiters = first[at];
    first[at] = null;
    fetches[at]--;
    if (fetches[at] == 0) {
      remove(at);
    }
    return waiters;
  }

  /** Closes the gap, so that look-ups still find the others. */
  private void remove(int at) {
    int gap = at;
    int mask = units.length - 1;
    for (int i = (gap + 1) & mask; fetches[i] != 0; i = (i + 1) & mask) {
      int wanted = home(units[i]);
      if (((i - wanted) & mask) >= ((i - gap) & mask)) {
        units[gap] = units[i];
        first[gap] = first[i];
        last[gap] = last[i];
        fetches[gap] = fetches[i];
        gap = i;
      }
    }
    fetches[gap] = 0;
    first[gap] = null;
    last[gap] = null;
    size--;
  }

  /** What waits for what, a line each. */
  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    long[] sorted = new long[size];
    int count = 0;
    for (int at = 0; at < units.length; at++) {
      if (fetches[at] != 0) {
        sorted[count++] = units[at];
      }
    }
    Arrays.sort(sorted);
    for (long unit : sorted) {
      int waiters = 0;
      for (Transaction each = first[find(unit)]; each != null; each = each.next) {
        waiters++;
      }
      lines.add("metadata unit %d is on its way; %d lines wait for it".formatted(unit, waiters));
    }
    return lines;
  }
}
