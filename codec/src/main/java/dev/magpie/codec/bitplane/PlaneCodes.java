package dev.magpie.codec.bitplane;

import static jdk.incubator.vector.VectorOperators.BIT_COUNT;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LEADING_ZEROS_COUNT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NEG;
import static jdk.incubator.vector.VectorOperators.NOT;

import dev.magpie.codec.BitWriter;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds the codes of a 128-byte block's planes in vectors, and joins those of two neighbours, so
 * that half as many pieces have to be written one behind the other.
 */
final class PlaneCodes {
  private static final VectorSpecies<Integer> SPECIES = BpcVectorSizer.SPECIES;
  private static final int LANES = SPECIES.length();

  /** A plane of ones. */
  private static final int ONES = Integer.MAX_VALUE;

  /** The bit before a plane that is written as it is. */
  private static final int AS_IT_IS = Integer.MIN_VALUE;

  private static final int AS_IT_IS_BITS = 32;
  private static final int POSITION_BITS = 5;
  private static final int POSITIONED_BITS = Bpc.PATTERN_BITS + POSITION_BITS;
  private static final int TWO_ADJACENT_ONES = Bpc.TWO_ADJACENT_ONES << POSITION_BITS;
  private static final int SINGLE_ONE = Bpc.SINGLE_ONE << POSITION_BITS;
  private static final long LOW = 0xffff_ffffL;

  /** How far a plane is below the uppermost, by lane of the lowest vector. */
  private static final IntVector BELOW_TOP = IntVector.zero(SPECIES).addIndex(-1).add(31);

  private PlaneCodes() {}

  /** Writes all planes below that of the signs. */
  static void write(BlockPlanes block, BitWriter out) {
    int zero = block.zero;
    // Where the plane above is zero, its code stands for this one, too.
    int above = (zero >>> 1) | (block.signs == 0 ? Integer.MIN_VALUE : 0);
    int starts = zero & ~above;
    for (int first = 0; first < BlockPlanes.PLANES; first += LANES) {
      pairs(block, first, starts >>> first);
    }
    out.write(block.codes, block.codeBits, BlockPlanes.PLANES / 2);
  }

  /**
   * Finds the codes of as many planes as a vector has lanes. (It takes no vector: this is not
   * inlined, and one would be put on the heap.)
   *
   * @param starts bits of those planes from which on others are zero, too
   */
  private static void pairs(BlockPlanes block, int first, int starts) {
    IntVector planes = IntVector.fromArray(SPECIES, block.planes, first);
    IntVector lowest = planes.and(planes.lanewise(NEG));
    IntVector position = lowest.sub(1).lanewise(BIT_COUNT);
    VectorMask<Integer> single = planes.compare(EQ, lowest);
    VectorMask<Integer> two = planes.compare(EQ, lowest.add(lowest.add(lowest)));
    VectorMask<Integer> ones = planes.compare(EQ, ONES);
    VectorMask<Integer> same = VectorMask.fromLong(SPECIES, ~block.beforeXor >>> first);
    // How many planes from each one down are zero.
    IntVector run =
        IntVector.broadcast(SPECIES, block.zero)
            .lanewise(LSHL, BELOW_TOP.sub(first))
            .lanewise(NOT)
            .lanewise(LEADING_ZEROS_COUNT);
    VectorMask<Integer> alone = run.compare(EQ, 1);
    VectorMask<Integer> zeros = VectorMask.fromLong(SPECIES, block.zero >>> first);
    VectorMask<Integer> begins = VectorMask.fromLong(SPECIES, starts);
    IntVector code =
        planes
            .or(AS_IT_IS)
            .blend(position.or(SINGLE_ONE), single)
            .blend(position.or(TWO_ADJACENT_ONES), two)
            .blend(Bpc.ZERO_BEFORE_XOR, same)
            .blend(Bpc.ALL_ONES, ones)
            .blend(0, zeros)
            .blend(run.add(Bpc.ZERO_RUN_CODE).blend(Bpc.ZERO_CODE, alone), begins);
    IntVector bits =
        IntVector.broadcast(SPECIES, AS_IT_IS_BITS)
            .blend(POSITIONED_BITS, single.or(two))
            .blend(Bpc.PATTERN_BITS, same.or(ones))
            .blend(0, zeros)
            .blend(
                IntVector.broadcast(SPECIES, Bpc.ZERO_RUN_BITS).blend(Bpc.ZERO_BITS, alone),
                begins);
    LongVector codes = code.reinterpretAsLongs();
    LongVector widths = bits.reinterpretAsLongs();
    LongVector lowBits = widths.and(LOW);
    LongVector pairBits = widths.lanewise(LSHR, 32).add(lowBits);
    codes
        .lanewise(LSHR, 32)
        .lanewise(LSHL, lowBits)
        .or(codes.and(LOW))
        .lanewise(LSHL, pairBits.lanewise(NEG).and(63))
        .intoArray(block.codes, first / 2);
    pairBits.intoArray(block.codeBits, first / 2);
  }
}
