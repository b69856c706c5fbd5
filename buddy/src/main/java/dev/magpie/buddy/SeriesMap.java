package dev.magpie.buddy;

import dev.magpie.analysis.BlockLevels;
import dev.magpie.analysis.BlockObserver;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Collects where in memory entries are how large in each snapshot, for heat maps (Buddy paper,
 * Figure 8). There is room for some allocations only, and which of them are worth it is known once
 * all are measured: so it collects few rows of each, where there are many.
 */
public final class SeriesMap {
  /** What the levels of a layer stand for. */
  public static final List<String> LEVELS = List.of("0 B", "32 B", "64 B", "96 B", "128 B");

  /**
   * The entries of an allocation in a snapshot.
   *
   * @param levels of the entries
   */
  public record Layer(String allocation, String snapshot, BlockLevels levels) {}

  /** What a browser draws and a file holds without effort. */
  private static final long MOST_ENTRIES = 4 << 20;

  /** Entries that are collected, a byte each; beyond that, small allocations are left out. */
  private static final long MOST_COLLECTED = 64 << 20;

  private static final long MOST_ROWS = 512;
  private static final int MOST_LAYERS = 1500;

  private final int snapshots;
  private final int rowEntries;
  private final List<Collected> collected = new ArrayList<>();

  /** An allocation in a snapshot. */
  private record Collected(int snapshot, Allocation.Key key, BlockLevels levels) {}

  /**
   * The maps.
   *
   * @param layers of an allocation in all snapshots, then of the next
   * @param left how many allocations there is no room for
   */
  public record Shown(List<Layer> layers, int left) {}

  /** Maps of so many snapshots with so many entries in a row. */
  public SeriesMap(int snapshots, int rowEntries) {
    this.snapshots = snapshots;
    this.rowEntries = rowEntries;
  }

  /** What sees the blocks of a snapshot that is about to be read. */
  public BlockObserver begin(int snapshot, List<Allocation> allocations) {
    int fit = Math.clamp(allocations.size(), 1, most());
    long mostRows = Math.clamp(MOST_ENTRIES / rowEntries / fit / snapshots, 4, MOST_ROWS);
    List<Allocation> largest =
        allocations.stream()
            .sorted(Comparator.comparingLong(Allocation::bytes).reversed())
            .limit(Math.max(fit, MOST_COLLECTED / rowEntries / mostRows / snapshots))
            .toList();
    Map<Allocation.Key, BlockLevels> mine = new HashMap<>();
    for (Allocation each : largest) {
      long entries = Math.ceilDiv(each.bytes(), 128L);
      mine.put(each.key(), new BlockLevels(entries, rowEntries, mostRows));
    }
    mine.forEach((key, levels) -> collected.add(new Collected(snapshot, key, levels)));
    return (range, sizes) -> {
      BlockLevels levels = mine.get(allocations.get(range.allocation()).key());
      if (levels != null) {
        levels.note(range, sizes[0], size -> EntryCode.of(size, TargetRatio.ONE));
      }
    };
  }

  /** Allocations that there is room for in all snapshots. */
  private int most() {
    return Math.max(1, MOST_LAYERS / snapshots);
  }

  /**
   * The maps, once all was seen.
   *
   * @param order of the allocations, that first which is shown first
   */
  public Shown shown(SeriesSizes series, List<Integer> order) {
    Map<Allocation.Key, List<Collected>> byKey =
        collected.stream()
            .filter(each -> each.levels().kept() > 0)
            .collect(Collectors.groupingBy(Collected::key));
    List<Layer> layers = new ArrayList<>();
    int shown = 0;
    int left = 0;
    for (int a : order) {
      AllocationHistory allocation = series.allocations().get(a);
      List<Collected> all = byKey.getOrDefault(allocation.key(), List.of());
      if (allocation.bytes() > 0 && (all.isEmpty() || shown == most())) {
        left++;
      } else if (!all.isEmpty()) {
        shown++;
        for (Collected each : all) {
          String snapshot = series.snapshots().get(each.snapshot());
          layers.add(new Layer(allocation.label(), snapshot, each.levels()));
        }
      }
    }
    return new Shown(layers, left);
  }
}
