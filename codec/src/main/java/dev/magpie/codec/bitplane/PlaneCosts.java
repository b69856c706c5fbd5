package dev.magpie.codec.bitplane;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.BIT_COUNT;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ULT;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.KernelSpecies;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Adds up the coded sizes of the planes of many blocks at a time, as {@link Bpc} does for one.
 *
 * <p>One element of each array belongs to one block; in the first four, a bit to each of its planes
 * 31 to 0. The plane above those, 32, holds the signs.
 */
final class PlaneCosts {
  static final int BLOCKS = 128;

  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;

  /** Planes without a bit set. */
  final int[] zero = new int[BLOCKS];

  /** Planes with every bit set. */
  final int[] all = new int[BLOCKS];

  /**
   * Planes that are coded by a position (a single one, or two adjacent); zero planes are among
   * them.
   */
  final int[] positions = new int[BLOCKS];

  /** Planes with a bit set before the exclusive-or. */
  final int[] beforeXor = new int[BLOCKS];

  /** Plane 32 itself. */
  final int[] signs = new int[BLOCKS];

  /** First words. */
  final int[] bases = new int[BLOCKS];

  /** One block's planes, while their patterns are looked for. */
  final int[] transposed = new int[32];

  private final int[] prices = new int[BLOCKS];

  /** Sets the sizes of the first {@code count} blocks from index {@code first} on. */
  void sizeBits(int[] sizes, int first, int count) {
    for (int i = 0; i < count; i += SPECIES.length()) {
      price(i);
    }
    System.arraycopy(prices, 0, sizes, first, count);
  }

  /**
   * One long method on purpose: the compiler inlines none of this size, so it is compiled by
   * itself, and the vectors of the caller's loop and these do not exceed what it takes at once.
   */
  private void price(int i) {
    IntVector zeros = IntVector.fromArray(SPECIES, zero, i);
    IntVector rest = zeros.not();
    IntVector unpositioned =
        IntVector.fromArray(SPECIES, all, i)
            .or(IntVector.fromArray(SPECIES, beforeXor, i).not())
            .and(rest);
    IntVector others = rest.and(unpositioned.not());
    IntVector positioned = others.and(IntVector.fromArray(SPECIES, positions, i));
    IntVector raw = others.and(positioned.not());

    // The same for plane 32, as 0 or 1: a number that is not negative is 0 iff it less 1 is.
    IntVector sign = IntVector.fromArray(SPECIES, signs, i);
    IntVector lowest = sign.and(sign.neg());
    IntVector above = sign.lanewise(XOR, lowest);
    IntVector beyondTwo = above.and(above.lanewise(XOR, lowest.lanewise(LSHL, 1)));
    IntVector zero32 = sign.sub(1).lanewise(LSHR, 31);
    IntVector unpositioned32 = sign.lanewise(XOR, Integer.MAX_VALUE).sub(1).lanewise(LSHR, 31);
    IntVector positioned32 = beyondTwo.sub(1).lanewise(LSHR, 31).sub(zero32);
    IntVector raw32 = zero32.add(unpositioned32).add(positioned32).lanewise(XOR, 1);

    IntVector runs = zeros.and(zeros.lanewise(LSHL, 1).not());
    IntVector singles = runs.and(zeros.lanewise(LSHR, 1).or(zero32.lanewise(LSHL, 31)).not());
    // A run of plane 32 alone; one that goes on below is counted there.
    IntVector run32 = zero32.and(zeros.lanewise(LSHR, 31).lanewise(XOR, 1));

    IntVector base = IntVector.fromArray(SPECIES, bases, i);
    IntVector magnitude = base.lanewise(XOR, base.lanewise(ASHR, 31));
    IntVector price =
        IntVector.broadcast(SPECIES, 33)
            .sub(33 - 19, magnitude.compare(ULT, 1 << 15))
            .sub(19 - 11, magnitude.compare(ULT, 1 << 7))
            .sub(11 - 7, magnitude.compare(ULT, 1 << 3))
            .sub(7 - 3, base.compare(EQ, 0));
    price = price.add(runs.lanewise(BIT_COUNT).add(run32).mul(Bpc.ZERO_RUN_BITS));
    // Shifts in place of products: a single zero plane saves 7 - 3 bits, a raw one costs 1 + 31.
    price = price.sub(singles.lanewise(BIT_COUNT).add(run32).lanewise(LSHL, 2));
    price = price.add(unpositioned.lanewise(BIT_COUNT).add(unpositioned32).mul(Bpc.PATTERN_BITS));
    price = price.add(positioned.lanewise(BIT_COUNT).add(positioned32).mul(Bpc.PATTERN_BITS + 5));
    price = price.add(raw.lanewise(BIT_COUNT).add(raw32).lanewise(LSHL, 5));
    price.intoArray(prices, i);
  }
}
