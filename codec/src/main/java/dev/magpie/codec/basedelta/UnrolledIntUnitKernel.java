package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.UMAX;
import static jdk.incubator.vector.VectorOperators.UMIN;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernel for the usual shape: up to three units with 4-byte words and ordered deltas, and
 * blocks of two or four vectors.
 *
 * <p>Always two tests, the second chosen by the first, and no loop over a block's few vectors,
 * which would cost several times the work in it.
 */
final class UnrolledIntUnitKernel implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  private static final int UNITS = 3;

  private final int blockBytes;
  private final int[] biases;
  private final int[] limits;
  private final int[] unitSizes;

  UnrolledIntUnitKernel(UnitSearch search, int blockBytes) {
    this.blockBytes = blockBytes;
    // Fewer than three units are made three by repeating the last.
    int last = search.units() - 1;
    biases = new int[UNITS];
    limits = new int[UNITS];
    unitSizes = new int[UNITS + 1];
    Arrays.setAll(biases, unit -> (int) search.biases[Math.min(unit, last)]);
    Arrays.setAll(limits, unit -> (int) search.limits[Math.min(unit, last)]);
    Arrays.setAll(unitSizes, unit -> search.sizes[unit == UNITS ? last + 1 : Math.min(unit, last)]);
  }

  /** Whether this kernel serves these units and blocks. */
  static boolean serves(UnitSearch search, int blockBytes) {
    return search.ordered
        && !search.baseIsLeast
        && search.units() <= UNITS
        && (blockBytes == 2 * VECTOR_BYTES || blockBytes == 4 * VECTOR_BYTES);
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    if (blockBytes == 2 * VECTOR_BYTES) {
      sizeTwoVectors(memory, offset, sizes);
    } else {
      sizeFourVectors(memory, offset, sizes);
    }
  }

  private void sizeTwoVectors(MemorySegment memory, long offset, int[] sizes) {
    int[] biases = this.biases;
    int[] limits = this.limits;
    int[] unitSizes = this.unitSizes;
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + i * 2L * VECTOR_BYTES;
      IntVector a = load(memory, at);
      IntVector b = load(memory, at + VECTOR_BYTES);
      int unit = 1;
      long far = 0;
      for (int test = 0; test < 2; test++) {
        unit = test == 0 ? 1 : far == 0 ? 0 : 2;
        far = far(a, b, memory, at, biases[unit], limits[unit]);
      }
      sizes[i] = choose(far, unitSizes[unit], unitSizes[unit + 1]);
    }
  }

  private void sizeFourVectors(MemorySegment memory, long offset, int[] sizes) {
    int[] biases = this.biases;
    int[] limits = this.limits;
    int[] unitSizes = this.unitSizes;
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + i * 4L * VECTOR_BYTES;
      int unit = 1;
      long far = 0;
      for (int test = 0; test < 2; test++) {
        unit = test == 0 ? 1 : far == 0 ? 0 : 2;
        far = far(memory, at, biases[unit], limits[unit]);
      }
      sizes[i] = choose(far, unitSizes[unit], unitSizes[unit + 1]);
    }
  }

  /** The first size if no bit is set, else the second; without a branch, which often misses. */
  private static int choose(long bits, int none, int some) {
    return none + ((some - none) & (int) (-bits >> 63));
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Bits for words that are no immediates and too far from the base; none if the unit fits. */
  private static long far(
      IntVector a, IntVector b, MemorySegment memory, long at, int bias, int limit) {
    IntVector biasedA = a.add(bias);
    IntVector biasedB = b.add(bias);
    int base = firstWord(memory, at, beyond(biasedA, biasedB, limit), 2 * LANES);
    return nearest(biasedA, base)
        .lanewise(UMAX, nearest(biasedB, base))
        .compare(UGE, limit)
        .toLong();
  }

  /** The same for a block of four vectors. */
  private static long far(MemorySegment memory, long at, int bias, int limit) {
    IntVector a = load(memory, at).add(bias);
    IntVector b = load(memory, at + VECTOR_BYTES).add(bias);
    IntVector c = load(memory, at + 2L * VECTOR_BYTES).add(bias);
    IntVector d = load(memory, at + 3L * VECTOR_BYTES).add(bias);
    long based = beyond(a, b, limit) | (beyond(c, d, limit) << (2 * LANES));
    int base = firstWord(memory, at, based, 4 * LANES);
    IntVector ab = nearest(a, base).lanewise(UMAX, nearest(b, base));
    IntVector cd = nearest(c, base).lanewise(UMAX, nearest(d, base));
    return ab.lanewise(UMAX, cd).compare(UGE, limit).toLong();
  }

  /** The smaller of a word and its difference from the base, both biased. */
  private static IntVector nearest(IntVector biased, int base) {
    return biased.lanewise(UMIN, biased.sub(base));
  }

  /** A bit for each word that, unsigned, is not below the limit. */
  private static long beyond(IntVector a, IntVector b, int limit) {
    return a.compare(UGE, limit).toLong() | (b.compare(UGE, limit).toLong() << LANES);
  }

  /** The first word whose bit is set; some word of the block if none is. */
  private static int firstWord(MemorySegment memory, long at, long bits, int words) {
    return BlockWords.getInt(
        memory, at + 4L * Long.numberOfTrailingZeros(bits | (1L << (words - 1))));
  }
}
