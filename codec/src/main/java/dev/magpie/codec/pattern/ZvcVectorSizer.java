package dev.magpie.codec.pattern;

import static jdk.incubator.vector.VectorOperators.NE;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/** ZVC sizes: counts the words that are not zero a vector at a time. */
record ZvcVectorSizer(int blockBytes, int wordBytes) implements BulkSizer {
  private static final VectorSpecies<Integer> INTS = KernelSpecies.INTS;
  private static final VectorSpecies<Short> SHORTS = KernelSpecies.SHORTS;
  private static final int VECTOR_BYTES = INTS.vectorByteSize();

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    int mask = blockBytes / wordBytes;
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      int nonZero = 0;
      for (int v = 0; v < blockBytes; v += VECTOR_BYTES) {
        nonZero += wordBytes == 4 ? nonZeroInts(memory, at + v) : nonZeroShorts(memory, at + v);
      }
      sizes[i] = mask + 8 * wordBytes * nonZero;
    }
  }

  private static int nonZeroInts(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(INTS, memory, at, ByteOrder.LITTLE_ENDIAN)
        .compare(NE, 0)
        .trueCount();
  }

  private static int nonZeroShorts(MemorySegment memory, long at) {
    return ShortVector.fromMemorySegment(SHORTS, memory, at, ByteOrder.LITTLE_ENDIAN)
        .compare(NE, 0)
        .trueCount();
  }
}
