package dev.magpie.analysis;

import dev.magpie.codec.Granularity;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * How many blocks a codec brings to each size in bits: all that ratios need. Histograms of parts of
 * a memory merge, in any order, to that of the whole. Immutable.
 *
 * <p>A block that cannot be coded, or whose code reaches the block's own size, counts as raw: it
 * has the block's size.
 */
public final class SizeHistogram implements Serializable {
  private static final long serialVersionUID = 1;

  private final int blockBytes;

  /** Sizes that occur, in bits, ascending. */
  private final int[] sizes;

  private final long[] counts;

  /** Bytes of the blocks that are no data. */
  private final long fill;

  private SizeHistogram(int blockBytes, int[] sizes, long[] counts, long fill) {
    this.blockBytes = blockBytes;
    this.sizes = sizes;
    this.counts = counts;
    this.fill = fill;
  }

  /** Of no blocks at all. */
  public static SizeHistogram empty(int blockBytes) {
    return new SizeHistogram(blockBytes, new int[0], new long[0], 0);
  }

  /**
   * Of a memory whose blocks are still to be added. What fills up one that is shorter than a block
   * does not count as uncompressed, so that no ratio is better than what is stored.
   *
   * @param bytes of the memory
   */
  static SizeHistogram ofMemory(int blockBytes, long bytes) {
    boolean isShort = bytes > 0 && bytes < blockBytes;
    return new SizeHistogram(blockBytes, new int[0], new long[0], isShort ? blockBytes - bytes : 0);
  }

  /** Of as many blocks of each size in bits as the array says at its index. */
  static SizeHistogram ofCounts(int blockBytes, long[] countsBySize) {
    int distinct = 0;
    for (long count : countsBySize) {
      distinct += count == 0 ? 0 : 1;
    }
    int[] sizes = new int[distinct];
    long[] counts = new long[distinct];
    int index = 0;
    for (int size = 0; size < countsBySize.length; size++) {
      if (countsBySize[size] != 0) {
        sizes[index] = size;
        counts[index++] = countsBySize[size];
      }
    }
    return new SizeHistogram(blockBytes, sizes, counts, 0);
  }

  /**
   * Of a memory with as many blocks of each size in bits as the map says: what {@link #counts} of
   * its parts add up to.
   *
   * @param bytes of the memory
   * @throws IllegalArgumentException if no block has such a size
   */
  public static SizeHistogram of(int blockBytes, long bytes, Map<Integer, Long> counts) {
    long[] bySize = new long[blockBytes * Byte.SIZE + 1];
    counts.forEach((size, count) -> {
      if (size < 0 || size >= bySize.length || count < 0) {
        throw new IllegalArgumentException(
            "%d blocks of %d bits, in blocks of %d bytes".formatted(count, size, blockBytes));
      }
      bySize[size] += count;
    });
    return ofMemory(blockBytes, bytes).merge(ofCounts(blockBytes, bySize));
  }

  /** How many blocks there are of each size in bits that occurs, ascending. */
  public Map<Integer, Long> counts() {
    Map<Integer, Long> bySize = new TreeMap<>();
    for (int i = 0; i < sizes.length; i++) {
      bySize.put(sizes[i], counts[i]);
    }
    return bySize;
  }

  /** The histogram of both memories together. */
  public SizeHistogram merge(SizeHistogram other) {
    requireBlocksOf(other.blockBytes);
    if (other.sizes.length == 0 && other.fill == 0) {
      return this;
    }
    if (sizes.length == 0 && fill == 0) {
      return other;
    }
    int[] mergedSizes = new int[sizes.length + other.sizes.length];
    long[] mergedCounts = new long[mergedSizes.length];
    int merged = 0;
    for (int mine = 0, theirs = 0; mine < sizes.length || theirs < other.sizes.length; merged++) {
      int size =
          Math.min(
              mine < sizes.length ? sizes[mine] : Integer.MAX_VALUE,
              theirs < other.sizes.length ? other.sizes[theirs] : Integer.MAX_VALUE);
      mergedSizes[merged] = size;
      if (mine < sizes.length && sizes[mine] == size) {
        mergedCounts[merged] += counts[mine++];
      }
      if (theirs < other.sizes.length && other.sizes[theirs] == size) {
        mergedCounts[merged] += other.counts[theirs++];
      }
    }
    return new SizeHistogram(
        blockBytes,
        Arrays.copyOf(mergedSizes, merged),
        Arrays.copyOf(mergedCounts, merged),
        fill + other.fill);
  }

  /** Number of blocks. */
  public long blocks() {
    return Arrays.stream(counts).sum();
  }

  /** Blocks of exactly this coded size; raw ones at the block's size. */
  public long blocksOfSize(int bits) {
    int index = Arrays.binarySearch(sizes, bits);
    return index < 0 ? 0 : counts[index];
  }

  /** Sum of the coded sizes in bits, raw blocks with the block's size. */
  public long codedBits() {
    return total(size -> size);
  }

  /** Bytes of all blocks where every byte counts: each code in whole bytes. */
  public long storedBytes() {
    return total(new Granularity(blockBytes, blockBytes)::storedBytes);
  }

  /** Bytes moved for all blocks: each in whole granules. */
  public long effectiveBytes(Granularity granularity) {
    requireBlocksOf(granularity.blockBytes());
    return total(granularity::effectiveBytes);
  }

  /** Uncompressed over stored bytes; NaN without blocks. */
  public double rawRatio() {
    return ratio(storedBytes());
  }

  /** Uncompressed over effective bytes; NaN without blocks. */
  public double effectiveRatio(Granularity granularity) {
    return ratio(effectiveBytes(granularity));
  }

  /** Blocks by the granules that each takes: index 1 to granules per block; index 0 stays 0. */
  public long[] blocksByGranules(Granularity granularity) {
    requireBlocksOf(granularity.blockBytes());
    long[] blocks = new long[granularity.granulesPerBlock() + 1];
    for (int i = 0; i < sizes.length; i++) {
      blocks[granularity.granules(sizes[i])] += counts[i];
    }
    return blocks;
  }

  private long total(IntUnaryOperator cost) {
    long total = 0;
    for (int i = 0; i < sizes.length; i++) {
      total += counts[i] * cost.applyAsInt(sizes[i]);
    }
    return total;
  }

  private double ratio(long bytes) {
    return (double) (blocks() * blockBytes - fill) / bytes;
  }

  private void requireBlocksOf(int bytes) {
    if (bytes != blockBytes) {
      throw new IllegalArgumentException(
          "blocks of %d bytes do not go with blocks of %d".formatted(bytes, blockBytes));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizeHistogram that
        && blockBytes == that.blockBytes
        && Arrays.equals(sizes, that.sizes)
        && Arrays.equals(counts, that.counts)
        && fill == that.fill;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(sizes) + Arrays.hashCode(counts) + Long.hashCode(fill);
  }

  @Override
  public String toString() {
    return "%d blocks of %d bytes in %d bits".formatted(blocks(), blockBytes, codedBits());
  }
}
