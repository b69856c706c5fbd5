package dev.magpie.analysis;

import java.util.Arrays;

/** Counts blocks by coded size, and allocates nothing as it does. Not thread-safe. */
public final class SizeCounter {
  private final int blockBytes;

  /** By size in bits; raw blocks at the last index, the block's size. */
  private final long[] counts;

  public SizeCounter(int blockBytes) {
    this.blockBytes = blockBytes;
    this.counts = new long[8 * blockBytes + 1];
  }

  /** Counts a block for each size in bits, {@link dev.magpie.codec.BlockCodec#RAW} included. */
  public void add(int[] sizes) {
    long[] bins = counts;
    int raw = bins.length - 1;
    for (int size : sizes) {
      bins[Math.min(size, raw)]++;
    }
  }

  /** What was counted since the last call. */
  public SizeHistogram take() {
    SizeHistogram histogram = SizeHistogram.ofCounts(blockBytes, counts);
    Arrays.fill(counts, 0);
    return histogram;
  }
}
