package dev.magpie.analysis;

import java.lang.foreign.MemorySegment;

/**
 * A figure about data alone, whatever codec they have. It is kept as counters, which add up over
 * parts of a memory in any order, and is measured in the pass that sizes the blocks.
 */
public interface DataFigure {
  /** What the counters come to. */
  Figure<long[]> figure();

  /** How many there are. */
  int counters();

  /**
   * Counts a part of a memory; it allocates nothing, and keeps nothing beside the counters.
   *
   * @param offset where it begins, a multiple of the block's size in the memory
   * @param bytes its length: whole blocks, or the part of one that a memory ends in
   * @param counters to add to
   */
  void count(MemorySegment memory, long offset, int bytes, int blockBytes, long[] counters);
}
