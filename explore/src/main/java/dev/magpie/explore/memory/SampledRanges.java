package dev.magpie.explore.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an allocation that are measured first: pages at even distances, so that a snapshot
 * of any size is seen in about a second. What is no larger than its share is taken whole.
 */
final class SampledRanges {
  /** Of all allocations together. */
  private static final long SAMPLED_BYTES = 8 << 20;

  /** A page of memory: a part of it would be read as the whole. */
  private static final long PART_BYTES = 4096;

  private static final long MOST_PARTS = 128;

  private SampledRanges() {}

  /**
   * How many parts each of some allocations has.
   *
   * @param allocations at least one
   */
  static long partsOfEach(int allocations) {
    return Math.clamp(SAMPLED_BYTES / PART_BYTES / allocations, 2, MOST_PARTS);
  }

  /** The parts of a memory; the memory itself where it is small. */
  static List<MemorySegment> of(MemorySegment memory, long parts) {
    if (isWhole(memory, parts)) {
      return List.of(memory);
    }
    long pages = memory.byteSize() / PART_BYTES;
    List<MemorySegment> ranges = new ArrayList<>();
    for (long part = 0; part < parts; part++) {
      // In the middle of its part, so that the begin, which is often special, weighs no more.
      long page = (2 * part + 1) * (pages - 1) / (2 * parts);
      ranges.add(memory.asSlice(page * PART_BYTES, PART_BYTES));
    }
    return ranges;
  }

  /** Whether the parts of a memory are all of it. */
  static boolean isWhole(MemorySegment memory, long parts) {
    return memory.byteSize() <= 2 * parts * PART_BYTES;
  }
}
