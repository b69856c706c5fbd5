package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.NE;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** Lowers the sizes of all-zero and repeated blocks to those that BDI gives them. */
record RepeatedBlockKernel(int blockBytes) implements BulkSizer {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      long first = BlockWords.getLong(memory, at);
      // Of most blocks that are not repeated, the second word tells.
      if (first == BlockWords.getLong(memory, at + Long.BYTES) && isRepeated(memory, at, first)) {
        sizes[i] = Math.min(sizes[i], Bdi.repeatedSize(first));
      }
    }
  }

  private boolean isRepeated(MemorySegment memory, long at, long first) {
    long end = at + blockBytes;
    for (long v = at; v < end; v += VECTOR_BYTES) {
      if (LongVector.fromMemorySegment(SPECIES, memory, v, ByteOrder.LITTLE_ENDIAN)
          .compare(NE, first)
          .anyTrue()) {
        return false;
      }
    }
    return true;
  }
}
