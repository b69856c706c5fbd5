package dev.magpie.codec.simd;

import java.lang.foreign.MemorySegment;

/** Sizes consecutive blocks: the bulk form of a codec, vectorised or not. */
@FunctionalInterface
public interface BulkSizer {

  /**
   * Sizes as many blocks as the array has elements.
   *
   * @param offset where the first block starts, in bytes
   * @param sizes receives the coded sizes in bits
   */
  void sizeBits(MemorySegment memory, long offset, int[] sizes);
}
