package dev.magpie.explore.memory;

import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.AllocationLabels;
import dev.magpie.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A snapshot that pages show. Each is another one, whatever it holds. */
final class ShownSnapshot {
  private final String label;
  private final String input;
  private final Snapshot snapshot;

  /** Where each allocation is in it. */
  private final Map<Allocation.Key, Integer> byKey;

  /** What files are called; empty where their paths in the input do. */
  private final Map<Path, String> places;

  private final boolean hasOneFile;
  private final SourceFiles files;

  /**
   * Shows one.
   *
   * @param label what people see it called
   * @param input what it was opened from
   */
  ShownSnapshot(String label, String input, Snapshot snapshot) {
    this.label = label;
    this.input = input;
    this.snapshot = snapshot;
    List<Allocation> allocations = snapshot.allocations();
    files = new SourceFiles(allocations);
    places = places(allocations);
    hasOneFile = allocations.stream().map(each -> each.key().path()).distinct().count() == 1;
    byKey = new HashMap<>();
    for (int a = 0; a < allocations.size(); a++) {
      byKey.putIfAbsent(key(allocations.get(a)), a);
      ReadAhead.OFF.of(allocations.get(a).memory());
    }
  }

  /**
   * What the allocation is called that is the same one in other snapshots: of one file, whatever
   * the file is called, and of one array, whatever that is.
   */
  Allocation.Key key(Allocation each) {
    boolean alone = snapshot.allocations().size() == 1;
    return new Allocation.Key(hasOneFile ? "" : each.key().path(), alone ? "" : each.key().name());
  }

  private static Map<Path, String> places(List<Allocation> allocations) {
    Set<String> inputs = new HashSet<>();
    for (Allocation each : allocations) {
      String file = each.source().toString();
      if (file.endsWith(each.key().path())) {
        inputs.add(file.substring(0, file.length() - each.key().path().length()));
      }
    }
    if (inputs.size() < 2) {
      return Map.of();
    }
    List<Path> files = allocations.stream().map(Allocation::source).distinct().toList();
    List<String> names = AllocationLabels.ofFiles(files.stream().map(Path::toString).toList());
    Map<Path, String> places = new HashMap<>();
    for (int i = 0; i < files.size(); i++) {
      places.put(files.get(i), names.get(i));
    }
    return places;
  }

  /**
   * The file of an allocation: its path in the input, or of several inputs from where these differ.
   */
  String place(Allocation each) {
    return places.getOrDefault(each.source(), each.key().path());
  }

  String label() {
    return label;
  }

  String input() {
    return input;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** What it was opened from. */
  SourceFiles files() {
    return files;
  }

  /** Whether each allocation is called differently. */
  boolean hasUniqueKeys() {
    return byKey.size() == allocations().size();
  }

  List<Allocation> allocations() {
    return snapshot.allocations();
  }

  /** The allocation here that is the same one as one of another snapshot. */
  Optional<Allocation> same(ShownSnapshot other, Allocation there) {
    return Optional.ofNullable(byKey.get(other.key(there))).map(allocations()::get);
  }
}
