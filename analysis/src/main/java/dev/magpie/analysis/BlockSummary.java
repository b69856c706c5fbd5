package dev.magpie.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scan found in a memory's blocks; of parts of a memory it merges to that of the whole.
 *
 * @param byCodec the sizes under each codec of the scan, in its order
 * @param data what figures about the data counted
 */
public record BlockSummary(List<SizeHistogram> byCodec, DataCounts data) {
  public BlockSummary {
    byCodec = List.copyOf(byCodec);
  }

  /** Of both memories together. */
  public BlockSummary merge(BlockSummary other) {
    List<SizeHistogram> merged = new ArrayList<>(byCodec.size());
    for (int c = 0; c < byCodec.size(); c++) {
      merged.add(byCodec.get(c).merge(other.byCodec.get(c)));
    }
    return new BlockSummary(merged, data.merge(other.data));
  }

  /** Number of blocks, a short last one included. */
  public long blocks() {
    return byCodec.getFirst().blocks();
  }
}
