package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.UGT;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.VectorSupport;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** What the codecs do to all samples of a tile, a vector at a time. */
final class SampleVectors {
  private static final VectorSpecies<Integer> INTS =
      VectorSupport.bits() == 512 ? IntVector.SPECIES_512 : IntVector.SPECIES_256;

  private static final int LANES = INTS.length();

  /** Samples across of tiles that {@link #secondDifferencesOutside} takes. */
  static final int TILE_WIDTH = 8;

  private SampleVectors() {}

  /** What {@link TileBounds#of} finds. */
  static long bounds(int[] depths, long valid) {
    IntVector near = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    IntVector far = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    for (int s = 0; s < depths.length; s += LANES) {
      VectorMask<Integer> has = VectorMask.fromLong(INTS, valid >>> s);
      IntVector depth = IntVector.fromArray(INTS, depths, s);
      near = near.lanewise(MIN, depth, has);
      far = far.lanewise(MAX, depth, has);
    }
    return TileBounds.of(near.reduceLanes(MIN), far.reduceLanes(MAX));
  }

  /** What {@link SecondDifferences#outside} finds, samples without a depth among them. */
  static long secondDifferencesOutside(int[] depths) {
    long outside = 0;
    for (int s = 2 * TILE_WIDTH; s < depths.length; s += LANES) {
      IntVector above = IntVector.fromArray(INTS, depths, s - TILE_WIDTH);
      IntVector difference =
          IntVector.fromArray(INTS, depths, s)
              .sub(above)
              .sub(above)
              .add(IntVector.fromArray(INTS, depths, s - 2 * TILE_WIDTH));
      outside |= difference.add(1).compare(UGT, 2).toLong() << s;
    }
    return outside;
  }

  /**
   * The fields of depth offset.
   *
   * @param selector the bit above residuals
   * @return all residuals, or'ed, in the upper half; in the lower, whether one is to the far
   *     reference
   */
  static long depthOffset(int[] depths, long valid, int near, int far, int selector, int[] fields) {
    IntVector union = IntVector.zero(INTS);
    long anyFarther = 0;
    for (int s = 0; s < depths.length; s += LANES) {
      VectorMask<Integer> has = VectorMask.fromLong(INTS, valid >>> s);
      IntVector depth = IntVector.fromArray(INTS, depths, s);
      IntVector residual = depth.sub(near);
      VectorMask<Integer> farther = residual.compare(GT, selector - 1).and(has);
      residual = residual.blend(depth.neg().add(far), farther);
      anyFarther |= farther.toLong();
      union = union.lanewise(OR, residual, has);
      residual.lanewise(OR, selector, farther).blend(0, has.not()).intoArray(fields, s);
    }
    return (long) union.reduceLanes(OR) << Integer.SIZE | (anyFarther != 0 ? 1 : 0);
  }

  /** The depths of depth offset's fields. */
  static void depthOffset(int[] fields, int near, int span, int residualBits, int[] depths) {
    int mask = (1 << residualBits) - 1;
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector field = IntVector.fromArray(INTS, fields, s);
      IntVector farther = field.lanewise(LSHR, residualBits).neg();
      field
          .and(mask)
          .lanewise(XOR, farther)
          .sub(farther)
          .add(farther.and(span))
          .add(near)
          .intoArray(depths, s);
    }
  }

  /**
   * The residuals of an anchor's plane, 0 for cleared samples.
   *
   * @param fractionBits of both slopes
   * @return all residuals, or'ed, negative ones complemented
   */
  static int anchor(
      int[] depths,
      long valid,
      int origin,
      int slopeX,
      int slopeY,
      int fractionBits,
      int[] across,
      int[] down,
      int[] residuals) {
    IntVector magnitudes = IntVector.zero(INTS);
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector residual =
          IntVector.fromArray(INTS, depths, s)
              .sub(origin)
              .sub(change(slopeX, slopeY, fractionBits, across, down, s))
              .blend(0, VectorMask.fromLong(INTS, ~valid >>> s));
      residual.intoArray(residuals, s);
      magnitudes = magnitudes.or(residual.lanewise(XOR, residual.lanewise(ASHR, 31)));
    }
    return magnitudes.reduceLanes(OR);
  }

  /** The depths of an anchor's residuals. */
  static void anchor(
      int[] residuals,
      int origin,
      int slopeX,
      int slopeY,
      int fractionBits,
      int[] across,
      int[] down,
      int[] depths) {
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector.fromArray(INTS, residuals, s)
          .add(origin)
          .add(change(slopeX, slopeY, fractionBits, across, down, s))
          .intoArray(depths, s);
    }
  }

  private static IntVector change(
      int slopeX, int slopeY, int fractionBits, int[] across, int[] down, int s) {
    return IntVector.fromArray(INTS, across, s)
        .mul(slopeX)
        .add(IntVector.fromArray(INTS, down, s).mul(slopeY))
        .add(1 << fractionBits >> 1)
        .lanewise(ASHR, fractionBits);
  }
}
