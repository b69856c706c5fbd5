package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Lowers each block's size to that of the smallest unit that fits it: the kernel for 2-byte words.
 *
 * <p>The kernels for the other word sizes read the same. A loop that they shared would be compiled
 * once, with the tests of all inlined, and the compiler boxes the vectors of so large a method.
 */
record ShortUnitKernel(UnitSearch search, int blockBytes) implements BulkSizer {
  private static final VectorSpecies<Short> SPECIES = KernelSpecies.SHORTS;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final short FLIP = Short.MIN_VALUE;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      int low = 0;
      int high = search.unitsBelow(sizes[i]);
      while (low < high) {
        int unit = search.next(low, high);
        if (fits(memory, at, unit)) {
          high = unit;
        } else {
          low = unit + 1;
        }
      }
      sizes[i] = Math.min(sizes[i], search.sizes[low]);
    }
  }

  private static ShortVector load(MemorySegment memory, long at) {
    return ShortVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether the unit with this index can code the block. */
  private boolean fits(MemorySegment memory, long at, int unit) {
    short bias = (short) search.biases[unit];
    short limit = (short) search.limits[unit];
    long end = at + blockBytes;
    long v = at;
    long based = 0;
    // One place that loads: a place that is seldom reached is compiled as a call, which boxes.
    while (v < end) {
      based = load(memory, v).add(bias).compare(UGE, limit).toLong();
      if (based != 0) {
        break;
      }
      v += VECTOR_BYTES;
    }
    if (based == 0) {
      return true;
    }
    short base =
        search.baseIsLeast
            ? least(memory, v, end, bias, limit)
            : BlockWords.getShort(memory, v + 2L * Long.numberOfTrailingZeros(based));
    for (; v < end; v += VECTOR_BYTES) {
      ShortVector words = load(memory, v).add(bias);
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
  private static short least(MemorySegment memory, long from, long end, short bias, short limit) {
    ShortVector least = ShortVector.broadcast(SPECIES, Short.MAX_VALUE);
    for (long v = from; v < end; v += VECTOR_BYTES) {
      ShortVector words = load(memory, v);
      least = least.lanewise(MIN, words.lanewise(XOR, FLIP), words.add(bias).compare(UGE, limit));
    }
    return (short) (least.reduceLanes(MIN) ^ FLIP);
  }
}
