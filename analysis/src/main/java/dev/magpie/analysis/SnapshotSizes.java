package dev.magpie.analysis;

import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sizes of a snapshot's blocks, allocation by allocation.
 *
 * @param allocations in the snapshot's order
 * @param total a histogram for each codec over all of them
 */
public record SnapshotSizes(List<AllocationSizes> allocations, List<SizeHistogram> total) {
  public SnapshotSizes {
    allocations = List.copyOf(allocations);
    total = List.copyOf(total);
  }

  /**
   * Puts together what a scan found.
   *
   * @param allocations at least one
   * @param histograms by allocation and then by codec, as {@link BlockScan#run} returns them
   */
  public static SnapshotSizes of(
      List<Allocation> allocations, List<List<SizeHistogram>> histograms) {
    List<AllocationSizes> sizes = new ArrayList<>();
    for (int i = 0; i < allocations.size(); i++) {
      sizes.add(new AllocationSizes(allocations.get(i), histograms.get(i)));
    }
    List<SizeHistogram> total =
        IntStream.range(0, histograms.getFirst().size())
            .mapToObj(codec ->
                histograms.stream()
                    .map(byCodec -> byCodec.get(codec))
                    .reduce(SizeHistogram::merge)
                    .orElseThrow())
            .toList();
    return new SnapshotSizes(sizes, total);
  }

  /** Bytes of all allocations. */
  public long bytes() {
    return allocations.stream().mapToLong(sizes -> sizes.allocation().bytes()).sum();
  }

  /** Blocks of all allocations. */
  public long blocks() {
    return total.getFirst().blocks();
  }
}
