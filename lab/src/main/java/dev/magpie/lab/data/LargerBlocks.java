package dev.magpie.lab.data;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.Granularity;

/** Counts the blocks for which one codec moves more granules than another. */
public final class LargerBlocks implements BlockObserver {
  private final Granularity granularity;
  private final int one;
  private final int other;
  private long count;

  /**
   * @param one index of the codec that may be the worse
   * @param other index of the codec to compare with
   */
  public LargerBlocks(Granularity granularity, int one, int other) {
    this.granularity = granularity;
    this.one = one;
    this.other = other;
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    for (int block = 0; block < range.blocks(); block++) {
      if (granularity.granules(sizes[one][block]) > granularity.granules(sizes[other][block])) {
        count++;
      }
    }
  }

  public long count() {
    return count;
  }
}
