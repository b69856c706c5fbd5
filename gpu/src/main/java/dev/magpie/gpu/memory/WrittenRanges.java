package dev.magpie.gpu.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Ranges of addresses that were written, in their order. When they become many, as where launches
 * write the same again and again, those that meet are made one.
 */
final class WrittenRanges {
  private static final int MANY = 4096;

  /** From, to. */
  private final List<long[]> ranges = new ArrayList<>();

  private int mergedAt = MANY;

  void add(long from, long to) {
    ranges.add(new long[] {from, to});
    if (ranges.size() >= mergedAt) {
      merge();
      mergedAt = Math.max(MANY, 2 * ranges.size());
    }
  }

  private void merge() {
    List<long[]> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(range -> range[0]));
    ranges.clear();
    long[] last = {0, -1};
    for (long[] range : sorted) {
      if (range[0] <= last[1]) {
        last[1] = Math.max(last[1], range[1]);
      } else {
        ranges.add(range);
        last = range;
      }
    }
  }

  List<long[]> ranges() {
    return ranges;
  }

  void clear() {
    ranges.clear();
    mergedAt = MANY;
  }
}
