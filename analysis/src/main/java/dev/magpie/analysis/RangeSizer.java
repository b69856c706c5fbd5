package dev.magpie.analysis;

import dev.magpie.codec.BlockCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sizes a range of blocks under several codecs in one pass: blocks are taken a tile at a time, so
 * that all codecs after the first find them in the cache. It is a worker's own, and allocates for
 * the last tile of an allocation at most.
 */
final class RangeSizer {
  /** Fits the first-level cache with room for the counters and what a kernel keeps. */
  private static final int TILE_BYTES = 16 << 10;

  private final List<BlockCodec> codecs;
  private final int blockBytes;
  private final SizeCounter[] counters;
  private final int[] tileSizes;
  private final int[] oneSize = new int[1];
  private final byte[] tail;

  /** The codecs are for blocks of one size. */
  RangeSizer(List<BlockCodec> codecs) {
    this.codecs = codecs;
    blockBytes = codecs.getFirst().blockBytes();
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
    long offset = range.firstBlock() * blockBytes;
    int whole = (int) Math.min(range.blocks(), (memory.byteSize() - offset) / blockBytes);
    int block = 0;
    for (; whole - block >= tileSizes.length; block += tileSizes.length) {
      countTile(memory, offset + (long) block * blockBytes, tileSizes, block, keep);
    }
    if (block < whole) {
      countTile(memory, offset + (long) block * blockBytes, new int[whole - block], block, keep);
    }
    if (whole < range.blocks()) {
      countTail(memory, offset + (long) whole * blockBytes, whole, keep);
    }
  }

  private void countTile(
      MemorySegment memory, long offset, int[] sizes, int block, int @Nullable [][] keep) {
    for (int c = 0; c < counters.length; c++) {
      codecs.get(c).sizeBits(memory, offset, sizes);
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
  }

  /** The histogram of each codec over all ranges since the last call. */
  List<SizeHistogram> take() {
    return Arrays.stream(counters).map(SizeCounter::take).toList();
  }
}
