package dev.magpie.cli.analyze;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.BlockMap;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects where in memory blocks are how large, for the report's map. Large allocations show every
 * n-th row only, and where there are very many allocations the first of them.
 */
final class SizeMap implements BlockObserver {
  private static final int ROW = BlockMap.BLOCKS_PER_ROW;

  /** Blocks in all layers: what a browser draws and a file holds without effort. */
  private static final long MOST_BLOCKS = 4 << 20;

  private static final int MOST_ROWS = 512;
  private static final int FEWEST_ROWS = 16;

  private final Granularity granularity;
  private final List<CodecSpec> codecs;
  private final List<Allocation> allocations;
  private final int shown;
  private final long[] strides;

  /** By allocation, codec and block that is shown: its granules less one. */
  private final byte[][][] levels;

  SizeMap(List<Allocation> allocations, List<CodecSpec> codecs, Granularity granularity) {
    this.granularity = granularity;
    this.codecs = codecs;
    this.allocations = allocations;
    long fit = MOST_BLOCKS / ROW / codecs.size();
    shown = (int) Math.min(allocations.size(), fit / FEWEST_ROWS);
    long mostRows = Math.clamp(fit / Math.max(1, shown), FEWEST_ROWS, MOST_ROWS);
    strides = new long[shown];
    levels = new byte[shown][codecs.size()][];
    for (int a = 0; a < shown; a++) {
      long blocks = Math.ceilDiv(allocations.get(a).bytes(), granularity.blockBytes());
      long rows = Math.ceilDiv(blocks, ROW);
      strides[a] = Math.max(1, Math.ceilDiv(rows, mostRows));
      long lastRow = Math.max(0, rows - 1);
      // The last row may be short; if it is not shown, all that are shown are full.
      long blocksShown =
          lastRow % strides[a] == 0
              ? lastRow / strides[a] * ROW + blocks - lastRow * ROW
              : Math.ceilDiv(rows, strides[a]) * ROW;
      for (int c = 0; c < codecs.size(); c++) {
        levels[a][c] = new byte[(int) blocksShown];
      }
    }
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    if (range.allocation() >= shown) {
      return;
    }
    long stride = strides[range.allocation()];
    long end = range.firstBlock() + range.blocks();
    for (long row = range.firstBlock() / ROW; row * ROW < end; row++) {
      if (row % stride == 0) {
        long from = Math.max(row * ROW, range.firstBlock());
        long to = Math.min((row + 1) * ROW, end);
        int place = (int) (row / stride * ROW + from - row * ROW);
        for (int c = 0; c < codecs.size(); c++) {
          byte[] layer = levels[range.allocation()][c];
          for (int i = 0; i < to - from; i++) {
            int size = sizes[c][(int) (from - range.firstBlock()) + i];
            layer[place + i] = (byte) (granularity.granules(size) - 1);
          }
        }
      }
    }
  }

  /** The map, once all blocks were seen; it has no layers if there were no blocks. */
  List<BlockMap.Layer> layers() {
    List<String> labels = Labels.of(allocations);
    List<BlockMap.Layer> layers = new ArrayList<>();
    for (int a = 0; a < shown; a++) {
      String note = strides[a] == 1 ? "" : "1 of every %d rows is shown".formatted(strides[a]);
      for (int c = 0; c < codecs.size() && levels[a][c].length > 0; c++) {
        layers.add(BlockMap.Layer.of(labels.get(a), codecs.get(c).toString(), levels[a][c], note));
      }
    }
    return layers;
  }

  /** Allocations that the map has no room for. */
  int left() {
    return allocations.size() - shown;
  }
}
