package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.Granularity;

/** Bursts of all blocks, each under the codec that takes the fewest for it. */
final class BestOfCodecs implements BlockObserver {
  private static final int RAW_BURSTS =
      Granularity.DEFAULT.blockBytes() / Granularity.DEFAULT.magBytes();

  private final int codecs;
  private long blocks;
  private long bursts;

  BestOfCodecs(int codecs) {
    this.codecs = codecs;
  }

  @Override
  public void observe(BlockRange range, int[][] sizes) {
    for (int block = 0; block < range.blocks(); block++) {
      int least = RAW_BURSTS;
      for (int codec = 0; codec < codecs; codec++) {
        least = Math.min(least, Granularity.DEFAULT.granules(sizes[codec][block]));
      }
      bursts += least;
    }
    blocks += range.blocks();
  }

  /** The effective ratio. */
  double ratio() {
    return (double) RAW_BURSTS * blocks / bursts;
  }
}
