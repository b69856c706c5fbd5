package dev.magpie.analysis;

import java.util.List;

/**
 * What is in one allocation's blocks.
 *
 * @param allocation whose blocks they are
 * @param summary what a scan found
 */
public record AllocationSizes(AnalyzedArray allocation, BlockSummary summary) {
  /** A histogram for each codec of the scan, in its order. */
  public List<SizeHistogram> byCodec() {
    return summary.byCodec();
  }
}
