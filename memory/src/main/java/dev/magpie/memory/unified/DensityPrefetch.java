package dev.magpie.memory.unified;

/**
 * What a driver brings beside the pages that faulted (nvidia-uvm, {@code uvm_perf_prefetch.c}): a
 * block's pages are the leaves of a binary tree, and a faulted page brings the largest subtree
 * above it of which more than 51 % is on the device or comes with the batch. Sets of a block's
 * pages are masks, bit 0 for the first.
 */
final class DensityPrefetch {
  /** {@code uvm_perf_prefetch_threshold}. */
  private static final int THRESHOLD_PERCENT = 51;

  private DensityPrefetch() {}

  /**
   * Pages to bring, without those that are there or faulted.
   *
   * @param there pages that are on the device, or on their way
   * @param faulted pages that are brought anyway
   * @param all pages that the block has; those at the end of memory may have fewer than others
   */
  static int pages(int there, int faulted, int all) {
    int dense = there | faulted;
    int brought = 0;
    for (int rest = faulted; rest != 0; rest &= rest - 1) {
      int page = Integer.numberOfTrailingZeros(rest);
      for (int leaves = 1; leaves <= Residency.PAGES_OF_BLOCK; leaves *= 2) {
        int subtree = Residency.firstPages(leaves) << (page & -leaves) & all;
        if (100 * Integer.bitCount(dense & subtree)
            > THRESHOLD_PERCENT * Integer.bitCount(subtree)) {
          brought |= subtree;
        }
      }
    }
    return brought & ~dense;
  }
}
