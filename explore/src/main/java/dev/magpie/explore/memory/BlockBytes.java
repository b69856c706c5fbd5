package dev.magpie.explore.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One block of a memory; one that the memory ends in is filled up with zeros, as scans do. */
final class BlockBytes {
  private BlockBytes() {}

  /** A copy. */
  static byte[] of(MemorySegment memory, long block, int blockBytes) {
    byte[] bytes = new byte[blockBytes];
    long from = block * blockBytes;
    int there = (int) Math.min(blockBytes, memory.byteSize() - from);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, bytes, 0, there);
    return bytes;
  }
}
