package dev.magpie.analysis;

import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;

/**
 * What is in a snapshot's blocks, allocation by allocation.
 *
 * @param allocations in the snapshot's order
 * @param all of them together
 */
public record SnapshotSizes(List<AllocationSizes> allocations, BlockSummary all) {
  public SnapshotSizes {
    allocations = List.copyOf(allocations);
  }

  /**
   * Puts together what a scan found.
   *
   * @param allocations at least one
   * @param summaries of them, as {@link BlockScan#summarize} returns them
   */
  public static SnapshotSizes of(List<Allocation> allocations, List<BlockSummary> summaries) {
    return ofArrays(allocations.stream().map(AnalyzedArray::of).toList(), summaries);
  }

  /** The same of arrays whose memory need not be here. */
  public static SnapshotSizes ofArrays(
      List<AnalyzedArray> allocations, List<BlockSummary> summaries) {
    List<AllocationSizes> sizes = new ArrayList<>();
    for (int i = 0; i < allocations.size(); i++) {
      sizes.add(new AllocationSizes(allocations.get(i), summaries.get(i)));
    }
    return new SnapshotSizes(sizes, summaries.stream().reduce(BlockSummary::merge).orElseThrow());
  }

  /** A histogram for each codec over all allocations. */
  public List<SizeHistogram> total() {
    return all.byCodec();
  }

  /** Bytes of all allocations. */
  public long bytes() {
    return allocations.stream().mapToLong(sizes -> sizes.allocation().bytes()).sum();
  }

  /** Blocks of all allocations. */
  public long blocks() {
    return all.blocks();
  }
}
