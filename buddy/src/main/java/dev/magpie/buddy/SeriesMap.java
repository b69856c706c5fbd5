package dev.magpie.buddy;

import dev.magpie.analysis.BlockLevels;
import dev.magpie.analysis.BlockObserver;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects where in memory entries are how large in each snapshot, for heat maps (Buddy paper,
 * Figure 8). Where there are very many allocations, the first of them.
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

  private static final long MOST_ROWS = 512;
  private static final int MOST_LAYERS = 1500;

  private final int snapshots;
  private final int rowEntries;
  private final List<Shown> shown = new ArrayList<>();
  private int left;

  /** An allocation in a snapshot. */
  private record Shown(int snapshot, Allocation.Key key, BlockLevels levels) {}

  /** Maps of so many snapshots with so many entries in a row. */
  public SeriesMap(int snapshots, int rowEntries) {
    this.snapshots = snapshots;
    this.rowEntries = rowEntries;
  }

  /** What sees the blocks of a snapshot that is about to be read. */
  public BlockObserver begin(int snapshot, List<Allocation> allocations) {
    int most = Math.min(allocations.size(), Math.max(1, MOST_LAYERS / snapshots));
    left = Math.max(left, allocations.size() - most);
    List<Shown> mine = new ArrayList<>();
    for (Allocation allocation : allocations.subList(0, most)) {
      long entries = Math.ceilDiv(allocation.bytes(), 128L);
      long mostRows = Math.clamp(MOST_ENTRIES / rowEntries / most / snapshots, 4, MOST_ROWS);
      BlockLevels levels = new BlockLevels(entries, rowEntries, mostRows);
      mine.add(new Shown(snapshot, allocation.key(), levels));
    }
    shown.addAll(mine);
    return (range, sizes) -> {
      if (range.allocation() < most) {
        mine.get(range.allocation())
            .levels()
            .note(range, sizes[0], size -> EntryCode.of(size, TargetRatio.ONE));
      }
    };
  }

  /** The maps, once all was seen: of an allocation in all snapshots, then of the next. */
  public List<Layer> layers(SeriesSizes series) {
    List<Layer> layers = new ArrayList<>();
    for (AllocationHistory allocation : series.allocations()) {
      for (Shown each : shown) {
        if (each.key().equals(allocation.key()) && each.levels().levels().length > 0) {
          layers.add(
              new Layer(
                  allocation.label(), series.snapshots().get(each.snapshot()), each.levels()));
        }
      }
    }
    return layers;
  }

  /** Allocations of a snapshot that the maps have no room for. */
  public int left() {
    return left;
  }
}
