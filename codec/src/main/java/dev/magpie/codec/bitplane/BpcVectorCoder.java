package dev.magpie.codec.bitplane;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Transposes a 128-byte block with signed differences into bit planes and back, as {@link
 * BpcVectorSizer} does for sizes; {@link PlaneCodes} finds what the planes are coded as, but for
 * that of the signs.
 */
final class BpcVectorCoder implements PlaneTransposer {
  private static final VectorSpecies<Integer> SPECIES = BpcVectorSizer.SPECIES;
  private static final int LANES = SPECIES.length();
  private static final int VECTORS = BlockPlanes.PLANES / LANES;

  /** Low bits of a lane that one plane of a vector's differences takes. */
  private static final int SQUARE_BITS = (1 << LANES) - 1;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public void split(MemorySegment memory, long offset, BlockPlanes block) {
    // From heap and native memory alike: vectors straight from either would be boxed.
    MemorySegment.copy(memory, INT, offset, block.words, 0, BlockPlanes.PLANES);
    differences(block);
    planes(block);
  }

  private static void differences(BlockPlanes block) {
    int signs = 0;
    int beforeXor = 0;
    for (int v = 0; v < VECTORS; v++) {
      // The last vector overlaps the one before, as the differences are one short.
      int overlap = v == VECTORS - 1 ? 1 : 0;
      int at = v * LANES - overlap;
      IntVector words = IntVector.fromArray(SPECIES, block.words, at);
      IntVector next = IntVector.fromArray(SPECIES, block.words, at + 1);
      VectorMask<Integer> negative = next.compare(LT, words);
      IntVector delta = next.sub(words);
      IntVector xored =
          delta.lanewise(XOR, delta.lanewise(LSHR, 1)).lanewise(XOR, Integer.MIN_VALUE, negative);
      BpcVectorSizer.transpose(xored).intoArray(block.transposed, v * LANES);
      signs |= (int) negative.toLong() << (v * LANES - overlap);
      beforeXor |= delta.reduceLanes(OR);
    }
    block.signs = signs;
    block.base = block.words[0];
    block.beforeXor = beforeXor;
  }

  private static void planes(BlockPlanes block) {
    int zero = 0;
    for (int group = 0; group < VECTORS; group++) {
      IntVector planes = IntVector.zero(SPECIES);
      for (int v = 0; v < VECTORS; v++) {
        planes =
            planes.or(
                IntVector.fromArray(SPECIES, block.transposed, v * LANES)
                    .lanewise(LSHR, group * LANES)
                    .and(SQUARE_BITS)
                    .lanewise(LSHL, v * LANES - (v == VECTORS - 1 ? 1 : 0)));
      }
      planes.intoArray(block.planes, group * LANES);
      zero |= (int) planes.compare(EQ, 0).toLong() << (group * LANES);
    }
    block.zero = zero;
  }

  @Override
  public void write(BlockPlanes block, BitWriter out) {
    PlaneCodes.write(block, out);
  }

  @Override
  public void join(BitReader in, int base, BlockPlanes block, MemorySegment memory, long offset) {
    if (LANES == PlaneSums.LANES) {
      PlaneSums.read(in, base, block.words);
    } else {
      PlaneReader.read(in, block.planes);
      transposeBack(block);
      addDifferences(base, block);
    }
    MemorySegment.copy(block.words, 0, memory, INT, offset, BlockPlanes.PLANES);
  }

  /** Transposes planes back into differences, which take their place. */
  private static void transposeBack(BlockPlanes block) {
    // All planes below the signs are to be exclusive-ored with them.
    block.planes[BlockPlanes.PLANES - 1] ^= block.planes[BlockPlanes.PLANES];
    for (int v = 0; v < VECTORS; v++) {
      BpcVectorSizer.transpose(IntVector.fromArray(SPECIES, block.planes, v * LANES))
          .intoArray(block.transposed, v * LANES);
    }
    int[] differences = block.planes;
    for (int group = 0; group < VECTORS; group++) {
      IntVector deltas = IntVector.zero(SPECIES);
      for (int v = 0; v < VECTORS; v++) {
        deltas =
            deltas.or(
                IntVector.fromArray(SPECIES, block.transposed, v * LANES)
                    .lanewise(LSHR, group * LANES)
                    .and(SQUARE_BITS)
                    .lanewise(LSHL, v * LANES));
      }
      beforeXor(deltas).intoArray(differences, group * LANES);
    }
  }

  /** Each bit exclusive-ored with all above it. */
  private static IntVector beforeXor(IntVector planes) {
    IntVector sum = planes;
    for (int shift = 1; shift < Integer.SIZE; shift *= 2) {
      sum = sum.lanewise(XOR, sum.lanewise(LSHR, shift));
    }
    return sum;
  }

  private static void addDifferences(int base, BlockPlanes block) {
    int[] differences = block.planes;
    int[] words = block.words;
    int word = base;
    words[0] = word;
    for (int i = 1; i < BlockPlanes.PLANES; i++) {
      word += differences[i - 1];
      words[i] = word;
    }
  }
}
