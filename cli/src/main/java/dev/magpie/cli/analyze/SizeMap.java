package dev.magpie.cli.analyze;

import dev.magpie.analysis.BlockLevels;
import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.BlockMap;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.AllocationLabels;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects where in memory blocks are how large, for the report's map: where there are very many
 * allocations, in the first of them.
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

  /** By allocation that is shown, and codec. */
  private final List<List<BlockLevels>> shown;

  SizeMap(List<Allocation> allocations, List<CodecSpec> codecs, Granularity granularity) {
    this.granularity = granularity;
    this.codecs = codecs;
    this.allocations = allocations;
    long fit = MOST_BLOCKS / ROW / codecs.size();
    int most = (int) Math.min(allocations.size(), fit / FEWEST_ROWS);
    long mostRows = Math.clamp(fit / Math.max(1, most), FEWEST_ROWS, MOST_ROWS);
    shown =
        allocations.subList(0, most).stream()
            .map(each -> Math.ceilDiv(each.bytes(), granularity.blockBytes()))
            .map(
                blocks -> codecs.stream().map(_ -> new BlockLevels(blocks, ROW, mostRows)).toList())
            .toList();
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    if (range.allocation() < shown.size()) {
      for (int c = 0; c < codecs.size(); c++) {
        shown
            .get(range.allocation())
            .get(c)
            .note(range, sizes[c], size -> granularity.granules(size) - 1);
      }
    }
  }

  /**
   * The map, once all blocks were seen; it has no layers if there were no blocks.
   *
   * @param order of the allocations
   */
  List<BlockMap.Layer> layers(List<Integer> order) {
    List<String> labels = AllocationLabels.of(allocations);
    List<BlockMap.Layer> layers = new ArrayList<>();
    for (int a : order.stream().filter(each -> each < shown.size()).toList()) {
      for (int c = 0; c < codecs.size(); c++) {
        BlockLevels each = shown.get(a).get(c);
        byte[] levels = each.levels();
        if (levels.length > 0) {
          layers.add(
              BlockMap.Layer.of(labels.get(a), codecs.get(c).toString(), levels, each.step()));
        }
      }
    }
    return layers;
  }

  /** Allocations that the map has no room for. */
  int left() {
    return allocations.size() - shown.size();
  }
}
