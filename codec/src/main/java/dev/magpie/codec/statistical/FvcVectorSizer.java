package dev.magpie.codec.statistical;

import static jdk.incubator.vector.VectorOperators.EQ;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/** FVC sizes: compares a vector of words with each frequent value. */
final class FvcVectorSizer implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  /** With more values, looking each word up takes less. */
  static final int MOST_VALUES = 32;

  private final int blockBytes;
  private final int[] values;

  /** Bits that a frequent word saves. */
  private final int saved;

  FvcVectorSizer(int blockBytes, int[] values, int saved) {
    this.blockBytes = blockBytes;
    this.values = values;
    this.saved = saved;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    // A flag for each word.
    int all = (1 + Integer.SIZE) * (blockBytes / Integer.BYTES);
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      int frequent = 0;
      for (int v = 0; v < blockBytes; v += VECTOR_BYTES) {
        frequent += Long.bitCount(frequent(memory, at + v));
      }
      sizes[i] = all - saved * frequent;
    }
  }

  private long frequent(MemorySegment memory, long at) {
    IntVector words = IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
    long frequent = 0;
    for (int value : values) {
      frequent |= words.compare(EQ, value).toLong();
    }
    return frequent;
  }
}
