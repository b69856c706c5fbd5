package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.NE;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Lowers each block's size to that of {@link Deltas} of 4-byte words. */
record IntDeltasKernel(Bursts bursts, int blockBytes, boolean masked) implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] > bursts.bits()) {
        sizes[i] = Math.min(sizes[i], bursts.size(bits(memory, offset + (long) i * blockBytes)));
      }
    }
  }

  private int bits(MemorySegment memory, long at) {
    IntVector least = IntVector.broadcast(SPECIES, Integer.MAX_VALUE);
    IntVector most = IntVector.broadcast(SPECIES, Integer.MIN_VALUE);
    int coded = 0;
    for (long v = at; v < at + blockBytes; v += SPECIES.vectorByteSize()) {
      IntVector words = IntVector.fromMemorySegment(SPECIES, memory, v, ByteOrder.LITTLE_ENDIAN);
      VectorMask<Integer> taken = masked ? words.compare(NE, 0) : SPECIES.maskAll(true);
      least = least.lanewise(MIN, words, taken);
      most = most.lanewise(MAX, words, taken);
      coded += taken.trueCount();
    }
    int range = most.reduceLanes(MAX) - least.reduceLanes(MIN);
    int header = Integer.SIZE + (masked ? blockBytes / Integer.BYTES : 0);
    return header + (coded == 0 ? 0 : coded * (Integer.SIZE - Integer.numberOfLeadingZeros(range)));
  }
}
