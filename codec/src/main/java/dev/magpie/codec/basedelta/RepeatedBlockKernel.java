package dev.magpie.codec.basedelta;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import java.lang.foreign.MemorySegment;

/** Lowers the sizes of all-zero and repeated blocks to those that BDI gives them. */
record RepeatedBlockKernel(int blockBytes) implements BulkSizer {
  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      if (Bdi.isRepeated(memory, at, blockBytes)) {
        sizes[i] = Math.min(sizes[i], Bdi.repeatedSize(BlockWords.getLong(memory, at)));
      }
    }
  }
}
