package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Lowers each block's size to that of {@link VaryingPlanes} of 8-byte words. */
record LongPlanesKernel(Bursts bursts, int blockBytes, boolean masked) implements BulkSizer {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;

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

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  private int bits(MemorySegment memory, long at) {
    long first = BlockWords.getLong(memory, at);
    LongVector planes = LongVector.zero(SPECIES);
    for (long v = at; v < at + blockBytes; v += SPECIES.vectorByteSize()) {
      planes = planes.lanewise(OR, load(memory, v).lanewise(XOR, first));
    }
    int width = Long.bitCount(planes.reduceLanes(OR));
    return 2 * Long.SIZE + (blockBytes / Long.BYTES - 1) * width;
  }

  private int maskedBits(MemorySegment memory, long at) {
    int words = blockBytes / Long.BYTES;
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
      return words + 2 * Long.SIZE;
    }
    long first =
        BlockWords.getLong(memory, v + (long) Long.BYTES * Long.numberOfTrailingZeros(notZero));
    LongVector planes = LongVector.zero(SPECIES);
    int coded = 0;
    for (; v < end; v += SPECIES.vectorByteSize()) {
      LongVector loaded = load(memory, v);
      VectorMask<Long> taken = loaded.compare(NE, 0);
      planes = planes.lanewise(OR, loaded.lanewise(XOR, first), taken);
      coded += taken.trueCount();
    }
    return words + 2 * Long.SIZE + (coded - 1) * Long.bitCount(planes.reduceLanes(OR));
  }
}
