package dev.magpie.codec.bitplane;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * BPC sizes of 128-byte blocks with signed differences.
 *
 * <p>A block's differences are exclusive-ored with themselves shifted by one bit, which makes the
 * exclusive-or of neighbouring planes a matter of one word, and then transposed: a lane for each
 * plane. Compares find which pattern each plane has, a bit for each plane, from which {@link
 * PlaneCosts} adds up the sizes of many blocks at a time.
 *
 * <p>The inner loops over a block's few vectors have constant bounds, so the JIT unrolls them. They
 * are not written out by hand: the method would be too large to inline, and the JIT would then put
 * every vector on the heap.
 */
final class BpcVectorSizer implements BulkSizer {
  static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final int BLOCK_BYTES = 128;
  private static final int VECTORS = BLOCK_BYTES / VECTOR_BYTES;

  /** Low bits of a lane that one plane of a vector's differences takes. */
  private static final int PLANE_BITS = (1 << LANES) - 1;

  /** A plane of 31 differences that are all one. */
  private static final int ALL_ONES = 0x7fffffff;

  private final ThreadLocal<PlaneCosts> scratch = ThreadLocal.withInitial(PlaneCosts::new);

  /** Whether this kernel serves blocks of this size. */
  static boolean serves(int blockBytes) {
    return blockBytes == BLOCK_BYTES;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    PlaneCosts costs = scratch.get();
    for (int first = 0; first < sizes.length; first += PlaneCosts.BLOCKS) {
      int count = Math.min(PlaneCosts.BLOCKS, sizes.length - first);
      readPlanes(memory, offset + (long) first * BLOCK_BYTES, count, costs);
      costs.sizeBits(sizes, first, count);
    }
  }

  private static void readPlanes(MemorySegment memory, long offset, int blocks, PlaneCosts costs) {
    int[] transposed = costs.transposed;
    for (int i = 0; i < blocks; i++) {
      long at = offset + (long) i * BLOCK_BYTES;
      int signs = 0;
      int beforeXor = 0;
      int base = 0;
      for (int v = 0; v < VECTORS; v++) {
        IntVector words = load(memory, start(at, v));
        IntVector next = load(memory, start(at, v) + Integer.BYTES);
        VectorMask<Integer> negative = next.compare(LT, words);
        IntVector delta = next.sub(words);
        IntVector planes =
            delta.lanewise(XOR, delta.lanewise(LSHR, 1)).lanewise(XOR, Integer.MIN_VALUE, negative);
        transpose(planes).intoArray(transposed, v * LANES);
        signs |= (int) negative.toLong() << (v * LANES - overlap(v));
        if (v == 0) {
          base = words.lane(0);
        }
        beforeXor |= delta.reduceLanes(OR);
      }
      IntVector low = IntVector.fromArray(SPECIES, transposed, 0);
      IntVector high = IntVector.fromArray(SPECIES, transposed, LANES);
      int zero = 0;
      int all = 0;
      int positions = 0;
      for (int group = 0; group < VECTORS; group++) {
        IntVector planes =
            VECTORS == 2
                ? low.lanewise(LSHR, group * LANES)
                    .and(0xffff)
                    .or(high.lanewise(LSHR, group * LANES).and(0xfffe).lanewise(LSHL, LANES - 1))
                : parts(transposed, group);
        IntVector one = planes.and(planes.neg());
        IntVector rest = planes.lanewise(XOR, one);
        IntVector beyondTwo = rest.and(rest.lanewise(XOR, one.lanewise(LSHL, 1)));
        zero |= (int) planes.compare(EQ, 0).toLong() << (group * LANES);
        all |= (int) planes.compare(EQ, ALL_ONES).toLong() << (group * LANES);
        positions |= (int) beyondTwo.compare(EQ, 0).toLong() << (group * LANES);
      }
      costs.zero[i] = zero;
      costs.all[i] = all;
      costs.positions[i] = positions;
      costs.beforeXor[i] = beforeXor;
      costs.signs[i] = signs;
      costs.bases[i] = base;
    }
  }

  /** Where a vector starts; the last overlaps the one before, as the differences are one short. */
  private static long start(long at, int vector) {
    return at + (long) vector * VECTOR_BYTES - (long) Integer.BYTES * overlap(vector);
  }

  private static int overlap(int vector) {
    return vector == VECTORS - 1 ? 1 : 0;
  }

  /** A group of as many planes as a vector has lanes, one in each. */
  private static IntVector parts(int[] transposed, int group) {
    IntVector planes = IntVector.zero(SPECIES);
    for (int v = 0; v < VECTORS; v++) {
      planes = planes.or(part(transposed, v, group));
    }
    return planes;
  }

  /** What one vector of differences gives to a group of planes. */
  private static IntVector part(int[] transposed, int vector, int group) {
    return IntVector.fromArray(SPECIES, transposed, vector * LANES)
        .lanewise(LSHR, group * LANES)
        .and(PLANE_BITS)
        .lanewise(LSHL, vector * LANES - overlap(vector));
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  private static IntVector lanes(IntUnaryOperator value) {
    int[] values = new int[LANES];
    Arrays.setAll(values, value);
    return IntVector.fromArray(SPECIES, values, 0);
  }

  private static final VectorShuffle<Integer> PARTNER_8 = partners(LANES == 16 ? 8 : 0);
  private static final VectorShuffle<Integer> PARTNER_4 = partners(4);
  private static final VectorShuffle<Integer> PARTNER_2 = partners(2);
  private static final VectorShuffle<Integer> PARTNER_1 = partners(1);
  private static final IntVector TURN_8 = lanes(lane -> (lane & 8) == 0 ? 8 : 24);
  private static final IntVector TURN_4 = lanes(lane -> (lane & 4) == 0 ? 4 : 28);
  private static final IntVector TURN_2 = lanes(lane -> (lane & 2) == 0 ? 2 : 30);
  private static final IntVector TURN_1 = lanes(lane -> (lane & 1) == 0 ? 1 : 31);
  private static final IntVector KEEP_8 = lanes(lane -> (lane & 8) == 0 ? 0x00ff00ff : 0xff00ff00);
  private static final IntVector KEEP_4 = lanes(lane -> (lane & 4) == 0 ? 0x0f0f0f0f : 0xf0f0f0f0);
  private static final IntVector KEEP_2 = lanes(lane -> (lane & 2) == 0 ? 0x33333333 : 0xcccccccc);
  private static final IntVector KEEP_1 = lanes(lane -> (lane & 1) == 0 ? 0x55555555 : 0xaaaaaaaa);

  private static VectorShuffle<Integer> partners(int weight) {
    return VectorShuffle.fromOp(SPECIES, lane -> lane ^ weight);
  }

  /** Transposes each square of bits that the lanes hold side by side. */
  static IntVector transpose(IntVector lanes) {
    return swap(
        swap(
            swap(
                LANES == 16 ? swap(lanes, PARTNER_8, TURN_8, KEEP_8) : lanes,
                PARTNER_4,
                TURN_4,
                KEEP_4),
            PARTNER_2,
            TURN_2,
            KEEP_2),
        PARTNER_1,
        TURN_1,
        KEEP_1);
  }

  /** Swaps bits between lanes whose numbers differ in one bit, and the same bit of positions. */
  private static IntVector swap(
      IntVector lanes, VectorShuffle<Integer> partner, IntVector turn, IntVector keep) {
    return lanes.and(keep).or(lanes.rearrange(partner).lanewise(ROL, turn).and(keep.not()));
  }
}
