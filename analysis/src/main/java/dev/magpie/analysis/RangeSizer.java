package dev.magpie.analysis;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecPolicy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sizes a range of blocks under several codecs in one pass: blocks are taken a tile at a time, so
 * that all codecs after the first find them in the cache. It is a worker's own, and allocates for a
 * range's beginning and end at most.
 */
final class RangeSizer {
  /** Fits the first-level cache with room for the counters and what a kernel keeps. */
  private static final int TILE_BYTES = 16 << 10;

  /** Sizes consecutive blocks. */
  @FunctionalInterface
  private interface BulkSizer {
    void sizeBits(MemorySegment memory, long offset, int[] sizes);
  }

  private final List<BlockCodec> codecs;

  /** By codec, for the range at hand. */
  private final BulkSizer[] sizers;

  private final int blockBytes;
  private final SizeCounter[] counters;
  private final int[] tileSizes;
  private final int[] oneSize = new int[1];
  private final byte[] tail;
  private final List<DataFigure> figures;
  private final List<long[]> counts = new ArrayList<>();

  /** The codecs are for blocks of one size. */
  RangeSizer(List<BlockCodec> codecs, List<DataFigure> figures) {
    this.codecs = codecs;
    this.figures = figures;
    figures.forEach(figure -> counts.add(new long[figure.counters()]));
    blockBytes = codecs.getFirst().blockBytes();
    sizers = new BulkSizer[codecs.size()];
    counters = new SizeCounter[codecs.size()];
    Arrays.setAll(counters, _ -> new SizeCounter(blockBytes));
    tileSizes = new int[TILE_BYTES / blockBytes];
    tail = new byte[blockBytes];
  }

  /**
   * Counts the sizes of a range.
   *
   * @param keep receives them by codec and block too, unless it is null
   */
  void count(MemorySegment memory, BlockRange range, int @Nullable [][] keep) {
    for (int c = 0; c < sizers.length; c++) {
      sizers[c] = sizer(codecs.get(c), memory, range.firstBlock());
    }
    long offset = range.firstBlock() * blockBytes;
    int whole = (int) Math.min(range.blocks(), (memory.byteSize() - offset) / blockBytes);
    int block = 0;
    for (; whole - block >= tileSizes.length; block += tileSizes.length) {
      countTile(memory, offset + (long) block * blockBytes, tileSizes, block, keep);
      countData(memory, offset + (long) block * blockBytes, tileSizes.length * blockBytes);
    }
    if (block < whole) {
      countTile(memory, offset + (long) block * blockBytes, new int[whole - block], block, keep);
      countData(memory, offset + (long) block * blockBytes, (whole - block) * blockBytes);
    }
    if (whole < range.blocks()) {
      countTail(memory, offset + (long) whole * blockBytes, whole, keep);
    }
  }

  /** What adapts goes on from where it would be after the blocks before the range. */
  private static BulkSizer sizer(BlockCodec codec, MemorySegment memory, long firstBlock) {
    if (!(codec instanceof AdaptiveCodec adaptive)) {
      return codec::sizeBits;
    }
    CodecPolicy policy = adaptive.policyAt(memory, firstBlock);
    return (tile, offset, sizes) -> {
      for (int block = 0; block < sizes.length; block++) {
        sizes[block] = policy.sizeBits(tile, offset + (long) block * adaptive.blockBytes());
      }
    };
  }

  private void countTile(
      MemorySegment memory, long offset, int[] sizes, int block, int @Nullable [][] keep) {
    for (int c = 0; c < counters.length; c++) {
      sizers[c].sizeBits(memory, offset, sizes);
      counters[c].add(sizes);
      if (keep != null) {
        System.arraycopy(sizes, 0, keep[c], block, sizes.length);
      }
    }
  }

  /** A block that the memory ends in is filled up with zeros. */
  private void countTail(MemorySegment memory, long offset, int block, int @Nullable [][] keep) {
    int length = (int) (memory.byteSize() - offset);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, tail, 0, length);
    Arrays.fill(tail, length, blockBytes, (byte) 0);
    countTile(MemorySegment.ofArray(tail), 0, oneSize, block, keep);
    countData(memory, offset, length);
  }

  private void countData(MemorySegment memory, long offset, int bytes) {
    for (int f = 0; f < counts.size(); f++) {
      figures.get(f).count(memory, offset, bytes, blockBytes, counts.get(f));
    }
  }

  /** What was found in all ranges since the last call. */
  BlockSummary take() {
    DataCounts data = new DataCounts(figures, List.copyOf(counts));
    counts.replaceAll(each -> new long[each.length]);
    return new BlockSummary(Arrays.stream(counters).map(SizeCounter::take).toList(), data);
  }
}
