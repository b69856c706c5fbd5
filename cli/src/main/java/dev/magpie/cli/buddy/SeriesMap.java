package dev.magpie.cli.buddy;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.cli.Skipped;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.BlockMap;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Collects where in memory entries are how large in each snapshot, for the report's heat maps
 * (Buddy paper, Figure 8). Large allocations show every n-th row only, and where there are very
 * many, the first of them.
 */
final class SeriesMap implements SeriesSizes.Watcher {
  static final List<String> LEVELS = List.of("0 B", "32 B", "64 B", "96 B", "128 B");

  private static final int ROW = BlockMap.BLOCKS_PER_ROW;

  /** What a browser draws and a file holds without effort. */
  private static final long MOST_ENTRIES = 4 << 20;

  private static final long MOST_ROWS = 512;
  private static final int MOST_LAYERS = 1500;

  private final int snapshots;
  private final boolean wanted;
  private final LongConsumer progress;
  private final List<Shown> shown = new ArrayList<>();
  private int left;
  private Skipped skipped = Skipped.NOTHING;

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

  /**
   * @param wanted whether there will be a report
   * @param progress is told bytes that are done
   */
  SeriesMap(int snapshots, boolean wanted, LongConsumer progress) {
    this.snapshots = snapshots;
    this.wanted = wanted;
    this.progress = progress;
  }

  @Override
  public BlockObserver begin(int snapshot, List<Allocation> allocations) {
    if (!wanted) {
      return (_, _) -> {};
    }
    int most = Math.min(allocations.size(), Math.max(1, MOST_LAYERS / snapshots));
    left = Math.max(left, allocations.size() - most);
    List<Shown> mine = new ArrayList<>();
    for (Allocation allocation : allocations.subList(0, most)) {
      long entries = Math.ceilDiv(allocation.bytes(), 128L);
      long rows = Math.ceilDiv(entries, ROW);
      long mostRows = Math.clamp(MOST_ENTRIES / ROW / most / snapshots, 4, MOST_ROWS);
      long stride = Math.max(1, Math.ceilDiv(rows, mostRows));
      long lastRow = Math.max(0, rows - 1);
      long kept =
          lastRow % stride == 0
              ? lastRow / stride * ROW + entries - lastRow * ROW
              : Math.ceilDiv(rows, stride) * ROW;
      mine.add(new Shown(snapshot, allocation.key(), stride, (int) kept));
    }
    shown.addAll(mine);
    return (range, sizes) -> {
      if (range.allocation() < most) {
        note(mine.get(range.allocation()), range, sizes[0]);
      }
    };
  }

  @Override
  public void skipped(int files, int arrays) {
    skipped = skipped.plus(files, arrays);
  }

  private static void note(Shown into, BlockRange range, int[] sizes) {
    for (int i = 0; i < range.blocks(); i++) {
      long entry = range.firstBlock() + i;
      long row = entry / ROW;
      if (row % into.stride == 0) {
        into.levels[(int) (row / into.stride * ROW + entry % ROW)] =
            (byte) EntryCode.of(sizes[i], TargetRatio.ONE);
      }
    }
  }

  @Override
  public void accept(long bytes) {
    progress.accept(bytes);
  }

  /** The maps, once all was seen. */
  List<BlockMap.Layer> layers(SeriesSizes series) {
    List<BlockMap.Layer> layers = new ArrayList<>();
    for (AllocationHistory allocation : series.allocations()) {
      for (Shown each : shown) {
        if (each.key.equals(allocation.key()) && each.levels.length > 0) {
          String note =
              each.stride == 1 ? "" : "1 of every %d rows is shown".formatted(each.stride);
          layers.add(
              BlockMap.Layer.of(
                  allocation.label(), series.snapshots().get(each.snapshot), each.levels, note));
        }
      }
    }
    return layers;
  }

  /** What of all snapshots was not looked at. */
  Skipped skipped() {
    return skipped;
  }

  /** Allocations of a snapshot that the maps have no room for. */
  int left() {
    return left;
  }
}
