package dev.magpie.analysis;

import dev.magpie.snapshot.Allocation;
import java.util.List;

/**
 * The sizes of one allocation's blocks.
 *
 * @param allocation whose blocks they are
 * @param byCodec a histogram for each codec of the scan, in its order
 */
public record AllocationSizes(Allocation allocation, List<SizeHistogram> byCodec) {
  public AllocationSizes {
    byCodec = List.copyOf(byCodec);
  }

  /** Number of blocks, a short last one included. */
  public long blocks() {
    return byCodec.getFirst().blocks();
  }
}
