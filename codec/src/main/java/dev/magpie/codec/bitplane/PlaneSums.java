package dev.magpie.codec.bitplane;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.OR;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.CorruptBlockException;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Decodes the planes of 128-byte blocks straight into the block's differences, 16 lanes at a time:
 * each plane that is read doubles all differences and adds one where it has a bit set, which a
 * processor with mask registers does while it waits to know where the next plane's code starts. No
 * plane is stored, since a vector loaded from words that were stored one by one has to wait until
 * all of them are in memory.
 */
final class PlaneSums {
  static final int LANES = 16;

  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_512;

  // By distance: each lane's predecessor at it, and which lanes have one.
  private static final VectorShuffle<Integer> BEFORE_1 = before(1);
  private static final VectorShuffle<Integer> BEFORE_2 = before(2);
  private static final VectorShuffle<Integer> BEFORE_4 = before(4);
  private static final VectorShuffle<Integer> BEFORE_8 = before(8);
  private static final VectorShuffle<Integer> LAST = VectorShuffle.fromOp(SPECIES, _ -> LANES - 1);
  private static final IntVector FROM_1 = from(1);
  private static final IntVector FROM_2 = from(2);
  private static final IntVector FROM_4 = from(4);
  private static final IntVector FROM_8 = from(8);

  private PlaneSums() {}

  private static VectorShuffle<Integer> before(int distance) {
    return VectorShuffle.fromOp(SPECIES, lane -> Math.max(0, lane - distance));
  }

  private static IntVector from(int first) {
    int[] lanes = new int[LANES];
    Arrays.fill(lanes, first, LANES, -1);
    return IntVector.fromArray(SPECIES, lanes, 0);
  }

  /**
   * Reads a block's planes and makes words of them.
   *
   * @param base the first word
   * @throws CorruptBlockException if the codes end too early, or there are no such
   */
  static void read(BitReader in, int base, int[] words) {
    IntVector first = IntVector.zero(SPECIES);
    IntVector second = IntVector.zero(SPECIES);
    // The plane that was read last. A difference has the lane of its later word, so bit 0 is free.
    int plane = 0;
    int at = 0;
    int left = BlockPlanes.PLANES + 1;
    do {
      long window = in.peekAhead(at);
      if (window < 0) {
        plane ^= (int) (window >>> 31) & -2;
        left--;
        at += 1 + PlaneReader.WIDTH;
        first = first.add(first).lanewise(OR, 1, mask(plane));
        second = second.add(second).lanewise(OR, 1, mask(plane >>> LANES));
      } else {
        int step = PlaneReader.step(window);
        plane ^= (PlaneReader.pattern(window) << 1) | (plane & (step >> 31));
        int planes = PlaneReader.planes(step);
        left -= planes;
        at += PlaneReader.bits(step);
        // A shift by 32 is none, but then there was only the signs' plane before.
        int ones = (int) ((1L << planes) - 1);
        first = first.lanewise(LSHL, planes).lanewise(OR, ones, mask(plane));
        second = second.lanewise(LSHL, planes).lanewise(OR, ones, mask(plane >>> LANES));
      }
    } while (left > 0);
    if (left < 0) {
      throw new CorruptBlockException("a run of zero planes overruns the block, or a bit a plane");
    }
    in.skip(at);
    IntVector low = sums(first.withLane(0, base));
    low.intoArray(words, 0);
    sums(second).add(low.rearrange(LAST)).intoArray(words, LANES);
  }

  private static VectorMask<Integer> mask(int plane) {
    return VectorMask.fromLong(SPECIES, plane & 0xffff);
  }

  /** Each lane and all those before it. */
  private static IntVector sums(IntVector lanes) {
    IntVector two = lanes.add(lanes.rearrange(BEFORE_1).and(FROM_1));
    IntVector four = two.add(two.rearrange(BEFORE_2).and(FROM_2));
    IntVector eight = four.add(four.rearrange(BEFORE_4).and(FROM_4));
    return eight.add(eight.rearrange(BEFORE_8).and(FROM_8));
  }
}
