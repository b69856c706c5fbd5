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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Collects where in memory blocks are how large, for the report's map. It has room for some
 * allocations only, and which of them are worth it is known once all are measured: so it collects
 * few rows of each, where there are many.
 */
final class SizeMap implements BlockObserver {
  private static final int ROW = BlockMap.BLOCKS_PER_ROW;

  /** Blocks in all layers: what a browser draws and a file holds without effort. */
  private static final long MOST_BLOCKS = 4 << 20;

  private static final int MOST_LAYERS = 4096;

  /** Blocks that are collected, a byte each; beyond that, small allocations are left out. */
  private static final long MOST_COLLECTED = 64 << 20;

  private static final int MOST_ROWS = 512;
  private static final int FEWEST_ROWS = 16;

  private final Granularity granularity;
  private final List<CodecSpec> codecs;
  private final List<Allocation> allocations;

  /** By allocation and codec; of an allocation that is left out, none. */
  private final List<List<BlockLevels>> collected;

  /**
   * The map.
   *
   * @param layers of the allocations that there is room for
   * @param left how many allocations there is no room for
   */
  record Shown(List<BlockMap.Layer> layers, int left) {}

  SizeMap(List<Allocation> allocations, List<CodecSpec> codecs, Granularity granularity) {
    this.granularity = granularity;
    this.codecs = codecs;
    this.allocations = allocations;
    long fit = MOST_BLOCKS / ROW / codecs.size();
    long mostRows = Math.clamp(fit / Math.max(1, allocations.size()), FEWEST_ROWS, MOST_ROWS);
    collected = new ArrayList<>(Collections.nCopies(allocations.size(), List.of()));
    IntStream.range(0, allocations.size())
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(a -> allocations.get(a).bytes()).reversed())
        .limit(MOST_COLLECTED / ROW / mostRows / codecs.size())
        .forEach(a -> {
          long blocks = Math.ceilDiv(allocations.get(a).bytes(), granularity.blockBytes());
          collected.set(
              a, codecs.stream().map(_ -> new BlockLevels(blocks, ROW, mostRows)).toList());
        });
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    List<BlockLevels> levels = collected.get(range.allocation());
    for (int c = 0; c < levels.size(); c++) {
      levels.get(c).note(range, sizes[c], size -> granularity.granules(size) - 1);
    }
  }

  /**
   * The map, once all blocks were seen; it has no layers if there were no blocks.
   *
   * @param order of the allocations, that first which is shown first
   */
  Shown shown(List<Integer> order) {
    List<String> labels = AllocationLabels.of(allocations);
    List<BlockMap.Layer> layers = new ArrayList<>();
    long room = MOST_BLOCKS;
    int left = 0;
    boolean isFull = false;
    for (int a : order) {
      List<BlockLevels> levels = collected.get(a);
      long blocks = levels.stream().mapToLong(BlockLevels::kept).sum();
      // Of what comes behind one that does not fit, nothing is shown: the maps are the best.
      isFull |= blocks > room || layers.size() + levels.size() > MOST_LAYERS;
      if (isFull || levels.isEmpty()) {
        left++;
      } else if (blocks > 0) {
        room -= blocks;
        for (int c = 0; c < codecs.size(); c++) {
          BlockLevels each = levels.get(c);
          layers.add(
              BlockMap.Layer.of(
                  labels.get(a), codecs.get(c).toString(), each.levels(), each.step()));
        }
      }
    }
    return new Shown(layers, left);
  }
}
