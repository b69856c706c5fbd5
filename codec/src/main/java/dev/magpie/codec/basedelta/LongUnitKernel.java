package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** The kernel for 8-byte words. */
final class LongUnitKernel extends UnitKernel {
  private static final VectorSpecies<Long> SPECIES =
      VectorSupport.bits() == 512 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final long FLIP = Long.MIN_VALUE;

  LongUnitKernel(UnitSearch search, int blockBytes) {
    super(search, blockBytes);
  }

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  boolean fits(MemorySegment memory, long at, int unit) {
    long bias = search.biases[unit];
    long limit = search.limits[unit];
    long end = at + blockBytes;
    long v = at;
    long based = load(memory, v).add(bias).compare(UGE, limit).toLong();
    while (based == 0) {
      v += VECTOR_BYTES;
      if (v == end) {
        return true;
      }
      based = load(memory, v).add(bias).compare(UGE, limit).toLong();
    }
    long base =
        search.baseIsLeast
            ? least(memory, v, end, bias, limit)
            : BlockWords.getLong(memory, v + 8L * Long.numberOfTrailingZeros(based));
    for (; v < end; v += VECTOR_BYTES) {
      LongVector words = load(memory, v).add(bias);
      if (words.compare(UGE, limit).and(words.sub(base).compare(UGE, limit)).anyTrue()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The smallest word that is no immediate, as a signed minimum of words with their sign bits
   * flipped: JDK 25 reduces to an unsigned minimum wrongly when every word's sign bit is set.
   */
  private static long least(MemorySegment memory, long from, long end, long bias, long limit) {
    LongVector least = LongVector.broadcast(SPECIES, Long.MAX_VALUE);
    for (long v = from; v < end; v += VECTOR_BYTES) {
      LongVector words = load(memory, v);
      least = least.lanewise(MIN, words.lanewise(XOR, FLIP), words.add(bias).compare(UGE, limit));
    }
    return least.reduceLanes(MIN) ^ FLIP;
  }
}
