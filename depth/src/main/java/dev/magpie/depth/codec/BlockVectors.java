package dev.magpie.depth.codec;

import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tiles of 8x8 samples by blocks of 2x2, as {@link RiceBlocks} has them, in 512-bit vectors: an
 * element is a block, and each of a block's four samples has a vector of its own.
 *
 * <p>What uses it spells everything out, in methods of a few hundred bytecodes. Beyond some size
 * the compiler no longer inlines methods of ours, so that vectors they take or return become
 * objects; and those that a loop carries from turn to turn sometimes do.
 */
final class BlockVectors {
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  static final int BLOCKS = 16;

  /** Samples of a block. */
  static final int PLACES = 4;

  /** The samples in each place of a block. */
  static final long UPPER_LEFT = 0x0055_0055_0055_0055L;

  static final long UPPER_RIGHT = UPPER_LEFT << 1;
  static final long LOWER_LEFT = UPPER_LEFT << 8;
  static final long LOWER_RIGHT = UPPER_LEFT << 9;

  /** The first bit of each byte. */
  private static final long FIRST_BITS = 0x0101_0101_0101_0101L;

  /** The first place of each block. */
  private static final long FIRST_PLACES = 0x1111_1111_1111_1111L;

  /**
   * From rows to places, in two steps. The first makes of four rows two vectors: of samples in even
   * rows and in odd ones, each of even columns and then of odd ones.
   */
  static final IntVector EVEN_ROWS = indices(lane -> lane % 4 * 2 + lane / 8 + lane % 8 / 4 * 16);

  static final IntVector ODD_ROWS = EVEN_ROWS.add(8);

  /** The second step takes the even columns of two such vectors, or the odd ones. */
  static final IntVector EVEN_COLUMNS = indices(lane -> lane % 8 + lane / 8 * 16);

  static final IntVector ODD_COLUMNS = EVEN_COLUMNS.add(8);

  /** And back: the second step's are used again, and these make two rows of two places. */
  static final IntVector FIRST_ROWS = indices(lane -> lane % 2 * 8 + lane % 8 / 2 + lane / 8 * 16);

  static final IntVector SECOND_ROWS = FIRST_ROWS.add(4);

  /**
   * From samples block by block to places, in two steps, too: of eight blocks both samples of the
   * upper row, or of the lower; then again the even columns or the odd ones.
   */
  static final IntVector UPPER_PLACES = indices(lane -> lane % 8 * PLACES + lane / 8);

  static final IntVector LOWER_PLACES = UPPER_PLACES.add(2);

  private BlockVectors() {}

  /** An int for each element. */
  interface Lanes {
    int at(int lane);
  }

  static IntVector indices(Lanes lanes) {
    return IntVector.fromArray(INTS, places(lanes), 0);
  }

  /**
   * The same for loops that store ints: what they load once, in front, stays in a register, and a
   * constant vector is loaded in each turn, since it might have been stored to.
   */
  static int[] places(Lanes lanes) {
    int[] places = new int[BLOCKS];
    Arrays.setAll(places, lanes::at);
    return places;
  }

  /** The blocks that have one of some samples. */
  static long having(long samples) {
    return Long.compress(samples, UPPER_LEFT)
        | Long.compress(samples, UPPER_RIGHT)
        | Long.compress(samples, LOWER_LEFT)
        | Long.compress(samples, LOWER_RIGHT);
  }

  /** Samples in the order of blocks. */
  static long inOrder(long samples) {
    return Long.expand(Long.compress(samples, UPPER_LEFT), FIRST_PLACES)
        | Long.expand(Long.compress(samples, UPPER_RIGHT), FIRST_PLACES << 1)
        | Long.expand(Long.compress(samples, LOWER_LEFT), FIRST_PLACES << 2)
        | Long.expand(Long.compress(samples, LOWER_RIGHT), FIRST_PLACES << 3);
  }

  /** The bits of the parameters of some of eight blocks, in a byte each, the first in the upper. */
  static long parameterBits(long blocks) {
    return Long.reverseBytes(Long.expand(blocks, FIRST_BITS))
        * ((1 << RiceBlocks.PARAMETER_BITS) - 1);
  }
}
