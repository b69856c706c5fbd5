package dev.magpie.buddy;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects where in memory entries are how large in each snapshot, for heat maps (Buddy paper,
 * Figure 8). Of large allocations it keeps every n-th row only, and where there are very many, the
 * first of them.
 */
public final class SeriesMap {
  /** What the levels of a layer stand for. */
  public static final List<String> LEVELS = List.of("0 B", "32 B", "64 B", "96 B", "128 B");

  /**
   * The entries of an allocation in a snapshot.
   *
   * @param levels of the entries, row by row
   * @param stride one of so many rows is in it
   */
  @SuppressWarnings("ArrayRecordComponent") // A map's; nobody changes it.
  public record Layer(String allocation, String snapshot, byte[] levels, long stride) {}

  /** What a browser draws and a file holds without effort. */
  private static final long MOST_ENTRIES = 4 << 20;

  private static final long MOST_ROWS = 512;
  private static final int MOST_LAYERS = 1500;

  private final int snapshots;
  private final int rowEntries;
  private final List<Shown> shown = new ArrayList<>();
  private int left;

  /** An allocation in a snapshot. */
  private static final class Shown {
    final int snapshot;
    final Allocation.Key key;
    final long stride;
    final byte[] levels;

    Shown(int snapshot, Allocation.Key key, long stride, int entries) {
      this.snapshot = snapshot;
      this.key = key;
      this.stride = stride;
      this.levels = new byte[entries];
    }
  }

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
      long rows = Math.ceilDiv(entries, rowEntries);
      long mostRows = Math.clamp(MOST_ENTRIES / rowEntries / most / snapshots, 4, MOST_ROWS);
      long stride = Math.max(1, Math.ceilDiv(rows, mostRows));
      long lastRow = Math.max(0, rows - 1);
      long kept =
          lastRow % stride == 0
              ? lastRow / stride * rowEntries + entries - lastRow * rowEntries
              : Math.ceilDiv(rows, stride) * rowEntries;
      mine.add(new Shown(snapshot, allocation.key(), stride, (int) kept));
    }
    shown.addAll(mine);
    return (range, sizes) -> {
      if (range.allocation() < most) {
        note(mine.get(range.allocation()), range, sizes[0]);
      }
    };
  }

  private void note(Shown into, BlockRange range, int[] sizes) {
    for (int i = 0; i < range.blocks(); i++) {
      long entry = range.firstBlock() + i;
      long row = entry / rowEntries;
      if (row % into.stride == 0) {
        into.levels[(int) (row / into.stride * rowEntries + entry % rowEntries)] =
            (byte) EntryCode.of(sizes[i], TargetRatio.ONE);
      }
    }
  }

  /** The maps, once all was seen: of an allocation in all snapshots, then of the next. */
  public List<Layer> layers(SeriesSizes series) {
    List<Layer> layers = new ArrayList<>();
    for (AllocationHistory allocation : series.allocations()) {
      for (Shown each : shown) {
        if (each.key.equals(allocation.key()) && each.levels.length > 0) {
          layers.add(
              new Layer(
                  allocation.label(),
                  series.snapshots().get(each.snapshot),
                  each.levels,
                  each.stride));
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
