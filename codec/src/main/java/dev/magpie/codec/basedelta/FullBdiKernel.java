package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sizes blocks of two vectors under all of BDI's encodings in one pass, which loads a block once
 * and leaves it as soon as no unit left can lower its size.
 *
 * <p>Of each word size the largest unit is tried first: where that does not fit, as in most blocks
 * that are not compressed, none does. What the loop does is as much as the compiler takes at once:
 * with a loop over units of 2-byte words, too, or with parts of {@code isFar} in methods of their
 * own, it boxes the vectors.
 */
final class FullBdiKernel implements BulkSizer {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final int LONGS = SPECIES.length();
  private static final int INTS = 2 * LONGS;
  private static final int SHORTS = 4 * LONGS;

  private final UnitSearch ofLongs;
  private final UnitSearch ofInts;
  private final UnitSearch ofShorts;

  /**
   * @param ofShorts one unit
   */
  FullBdiKernel(UnitSearch ofLongs, UnitSearch ofInts, UnitSearch ofShorts) {
    this.ofLongs = ofLongs;
    this.ofInts = ofInts;
    this.ofShorts = ofShorts;
  }

  /** Whether this kernel serves blocks of this size. */
  static boolean serves(int blockBytes) {
    return blockBytes == 2 * VECTOR_BYTES;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    long[] longBiases = ofLongs.biases;
    long[] longLimits = ofLongs.limits;
    int[] longSizes = ofLongs.sizes;
    long[] intBiases = ofInts.biases;
    long[] intLimits = ofInts.limits;
    int[] intSizes = ofInts.sizes;
    short shortBias = (short) ofShorts.biases[0];
    short shortLimit = (short) ofShorts.limits[0];
    int shortSize = ofShorts.sizes[0];
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + i * 2L * VECTOR_BYTES;
      LongVector a = load(memory, at);
      LongVector b = load(memory, at + VECTOR_BYTES);
      long first = BlockWords.getLong(memory, at);
      if ((a.compare(NE, first).toLong() | b.compare(NE, first).toLong()) == 0) {
        sizes[i] = Bdi.repeatedSize(first);
        continue;
      }
      int size = BlockCodec.RAW;
      for (int unit = longBiases.length - 1; unit >= 0; unit--) {
        if (isFar(a, b, memory, at, longBiases[unit], longLimits[unit])) {
          break;
        }
        size = longSizes[unit];
      }
      for (int unit = intBiases.length - 1; unit >= 0; unit--) {
        if (intSizes[unit] < size) {
          int bias = (int) intBiases[unit];
          int limit = (int) intLimits[unit];
          if (isFar(a.reinterpretAsInts(), b.reinterpretAsInts(), memory, at, bias, limit)) {
            break;
          }
          size = intSizes[unit];
        }
      }
      if (shortSize < size) {
        ShortVector shortsOfA = a.reinterpretAsShorts();
        ShortVector shortsOfB = b.reinterpretAsShorts();
        if (!isFar(shortsOfA, shortsOfB, memory, at, shortBias, shortLimit)) {
          size = shortSize;
        }
      }
      sizes[i] = size;
    }
  }

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether some word is no immediate and too far from the first that is none. */
  private static boolean isFar(
      LongVector a, LongVector b, MemorySegment memory, long at, long bias, long limit) {
    LongVector biases = LongVector.broadcast(SPECIES, bias);
    LongVector limits = LongVector.broadcast(SPECIES, limit);
    LongVector x = a.add(biases);
    LongVector y = b.add(biases);
    long based = x.compare(UGE, limits).toLong() | y.compare(UGE, limits).toLong() << LONGS;
    long last = 1L << (2 * LONGS - 1);
    LongVector bases =
        LongVector.broadcast(
            SPECIES,
            BlockWords.getLong(memory, at + 8L * Long.numberOfTrailingZeros(based | last)));
    long far =
        x.sub(bases).compare(UGE, limits).toLong()
            | y.sub(bases).compare(UGE, limits).toLong() << LONGS;
    return (based & far) != 0;
  }

  private static boolean isFar(
      IntVector a, IntVector b, MemorySegment memory, long at, int bias, int limit) {
    IntVector biases = IntVector.broadcast(KernelSpecies.INTS, bias);
    IntVector limits = IntVector.broadcast(KernelSpecies.INTS, limit);
    IntVector x = a.add(biases);
    IntVector y = b.add(biases);
    long based = x.compare(UGE, limits).toLong() | y.compare(UGE, limits).toLong() << INTS;
    long last = 1L << (2 * INTS - 1);
    IntVector bases =
        IntVector.broadcast(
            KernelSpecies.INTS,
            BlockWords.getInt(memory, at + 4L * Long.numberOfTrailingZeros(based | last)));
    long far =
        x.sub(bases).compare(UGE, limits).toLong()
            | y.sub(bases).compare(UGE, limits).toLong() << INTS;
    return (based & far) != 0;
  }

  private static boolean isFar(
      ShortVector a, ShortVector b, MemorySegment memory, long at, short bias, short limit) {
    ShortVector biases = ShortVector.broadcast(KernelSpecies.SHORTS, bias);
    ShortVector limits = ShortVector.broadcast(KernelSpecies.SHORTS, limit);
    ShortVector x = a.add(biases);
    ShortVector y = b.add(biases);
    long based = x.compare(UGE, limits).toLong() | y.compare(UGE, limits).toLong() << SHORTS;
    long last = 1L << (2 * SHORTS - 1);
    ShortVector bases =
        ShortVector.broadcast(
            KernelSpecies.SHORTS,
            BlockWords.getShort(memory, at + 2L * Long.numberOfTrailingZeros(based | last)));
    long far =
        x.sub(bases).compare(UGE, limits).toLong()
            | y.sub(bases).compare(UGE, limits).toLong() << SHORTS;
    return (based & far) != 0;
  }
}
