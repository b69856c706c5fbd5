package dev.magpie.analysis;

import java.util.List;

/**
 * Sees the coded size of every block of a scan, range by range in the order of the memory, whatever
 * the number of threads; never called by two threads at once.
 */
@FunctionalInterface
public interface BlockObserver {

  /**
   * Takes note of a range. The arrays are reused when this returns.
   *
   * @param sizes coded bits, or {@link dev.magpie.codec.BlockCodec#RAW}, by codec and then by block
   *     of the range; the arrays may be longer than the range
   */
  void observe(BlockRange range, int[][] sizes);

  /** Shows each range to several observers in turn. */
  static BlockObserver all(List<BlockObserver> observers) {
    return (range, sizes) -> observers.forEach(each -> each.observe(range, sizes));
  }
}
