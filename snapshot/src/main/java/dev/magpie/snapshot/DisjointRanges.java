package dev.magpie.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where the tensors of a file lie, of which no two may overlap. */
final class DisjointRanges {
  private record Range(String name, long begin, long end) {}

  private final List<Range> ranges = new ArrayList<>();

  void add(String name, long begin, long end) {
    ranges.add(new Range(name, begin, end));
  }

  /**
   * @throws SnapshotException if two overlap
   */
  void check(Bytes file) {
    ranges.sort(Comparator.comparingLong(Range::begin).thenComparingLong(Range::end));
    for (int i = 1; i < ranges.size(); i++) {
      Range before = ranges.get(i - 1);
      Range range = ranges.get(i);
      if (range.begin < before.end) {
        throw file.fail(
            "tensor '" + range.name + "'",
            "overlaps tensor '%s'; the file is damaged".formatted(before.name));
      }
    }
  }
}
