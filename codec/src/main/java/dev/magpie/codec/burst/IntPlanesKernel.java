package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Lowers each block's size to that of {@link VaryingPlanes} of 4-byte words. */
record IntPlanesKernel(Bursts bursts, int blockBytes, boolean masked) implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] > bursts.bits()) {
        long at = offset + (long) i * blockBytes;
        int bits = masked ? maskedBits(memory, at) : bits(memory, at);
        sizes[i] = Math.min(sizes[i], bursts.size(bits));
      }
    }
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  private int bits(MemorySegment memory, long at) {
    int first = BlockWords.getInt(memory, at);
    IntVector planes = IntVector.zero(SPECIES);
    for (long v = at; v < at + blockBytes; v += SPECIES.vectorByteSize()) {
      planes = planes.lanewise(OR, load(memory, v).lanewise(XOR, first));
    }
    int width = Integer.bitCount(planes.reduceLanes(OR));
    return 2 * Integer.SIZE + (blockBytes / Integer.BYTES - 1) * width;
  }

  private int maskedBits(MemorySegment memory, long at) {
    int words = blockBytes / Integer.BYTES;
    long v = at;
    long end = at + blockBytes;
    long notZero = 0;
    for (; v < end; v += SPECIES.vectorByteSize()) {
      notZero = load(memory, v).compare(NE, 0).toLong();
      if (notZero != 0) {
        break;
      }
    }
    if (notZero == 0) {
      return words + 2 * Integer.SIZE;
    }
    int first =
        BlockWords.getInt(memory, v + (long) Integer.BYTES * Long.numberOfTrailingZeros(notZero));
    IntVector planes = IntVector.zero(SPECIES);
    int coded = 0;
    for (; v < end; v += SPECIES.vectorByteSize()) {
      IntVector loaded = load(memory, v);
      VectorMask<Integer> taken = loaded.compare(NE, 0);
      planes = planes.lanewise(OR, loaded.lanewise(XOR, first), taken);
      coded += taken.trueCount();
    }
    return words + 2 * Integer.SIZE + (coded - 1) * Integer.bitCount(planes.reduceLanes(OR));
  }
}
