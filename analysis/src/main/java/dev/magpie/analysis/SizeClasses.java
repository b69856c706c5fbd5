package dev.magpie.analysis;

import dev.magpie.codec.Granularity;
import java.util.ArrayList;
import java.util.List;

/** Effective sizes for people: each size of its own, or a few ranges where there are many. */
public final class SizeClasses {
  private static final int MOST = 8;

  private final Granularity granularity;

  /** Granules from one class to the next. */
  private final int step;

  /** The classes at a granularity. */
  public SizeClasses(Granularity granularity) {
    this.granularity = granularity;
    this.step = Math.max(1, granularity.granulesPerBlock() / MOST);
  }

  /** The classes by their largest effective size, ascending. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int granules = step; granules <= granularity.granulesPerBlock(); granules += step) {
      // No line break between number and unit.
      names.add((step == 1 ? "" : "\u2264") + granules * granularity.magBytes() + "\u00a0B");
    }
    return names;
  }

  /** The share of blocks in each class in percent; NaN without blocks. */
  public double[] shares(SizeHistogram histogram) {
    long[] blocks = histogram.blocksByGranules(granularity);
    double[] shares = new double[granularity.granulesPerBlock() / step];
    for (int granules = 1; granules < blocks.length; granules++) {
      shares[(granules - 1) / step] += 100.0 * blocks[granules] / histogram.blocks();
    }
    return shares;
  }
}
