package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.Granularity;

/** Counts, for any two codecs of a survey, the blocks for which one moves more bursts. */
final class LargerBlocks implements BlockObserver {
  private final long[][] counts;

  LargerBlocks(int codecs) {
    counts = new long[codecs][codecs];
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    int[] bursts = new int[counts.length];
    for (int block = 0; block < range.blocks(); block++) {
      for (int one = 0; one < bursts.length; one++) {
        bursts[one] = Granularity.DEFAULT.granules(sizes[one][block]);
        for (int other = 0; other < one; other++) {
          counts[one][other] += bursts[one] > bursts[other] ? 1 : 0;
        }
      }
    }
  }

  /**
   * Blocks that take more bursts.
   *
   * @param one index of the codec that may be the worse
   * @param than of one before it
   */
  long count(int one, int than) {
    return counts[one][than];
  }
}
