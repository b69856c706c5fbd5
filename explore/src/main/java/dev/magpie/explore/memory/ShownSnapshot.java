package dev.magpie.explore.memory;

import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot that pages show.
 *
 * @param label what people see it called
 * @param input what it was opened from
 * @param snapshot it itself
 * @param byKey where each allocation is in it
 */
record ShownSnapshot(
    String label, String input, Snapshot snapshot, Map<Allocation.Key, Integer> byKey) {

  static ShownSnapshot of(String label, String input, Snapshot snapshot) {
    Map<Allocation.Key, Integer> byKey = new HashMap<>();
    List<Allocation> allocations = snapshot.allocations();
    boolean oneFile = allocations.stream().map(each -> each.key().path()).distinct().count() == 1;
    for (int a = 0; a < allocations.size(); a++) {
      byKey.putIfAbsent(key(allocations.get(a), oneFile, allocations.size() == 1), a);
    }
    allocations.forEach(each -> ReadAhead.OFF.of(each.memory()));
    return new ShownSnapshot(label, input, snapshot, byKey);
  }

  /** What an array is called wherever it is: of one file, whatever the file is called. */
  private static Allocation.Key key(Allocation each, boolean oneFile, boolean alone) {
    Allocation.Key key = each.key();
    return new Allocation.Key(oneFile ? "" : key.path(), alone ? "" : key.name());
  }

  /** What the allocation is called that is the same one in other snapshots. */
  Allocation.Key key(Allocation each) {
    return key(each, byKey.keySet().iterator().next().path().isEmpty(), byKey.size() == 1);
  }

  List<Allocation> allocations() {
    return snapshot.allocations();
  }

  /** The allocation here that is the same one as one of another snapshot. */
  Optional<Allocation> same(ShownSnapshot other, Allocation there) {
    return Optional.ofNullable(byKey.get(other.key(there))).map(allocations()::get);
  }
}
