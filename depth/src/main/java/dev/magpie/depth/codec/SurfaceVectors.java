package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGT;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Compares tiles, and finds depths again from residuals to what {@link Surfaces} predicts, for
 * tiles of 8x8 samples on machines with 512-bit vectors, which hold two rows. Depths are below
 * {@link #LIMIT}.
 */
final class SurfaceVectors {
  /** So small that no int overflows. */
  static final int LIMIT = 1 << 26;

  private static final int MINUS = Integer.MIN_VALUE;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Integer> ROW = IntVector.SPECIES_256;
  private static final int WIDTH = 8;
  private static final int LANES = 16;
  private static final IntVector ZERO = IntVector.zero(INTS);

  /** Each element's neighbours 1, 2 and 4 to the left. */
  private static final IntVector LEFT = ZERO.addIndex(1).sub(1).and(LANES - 1);

  private static final IntVector LEFT_2 = ZERO.addIndex(1).sub(2).and(LANES - 1);
  private static final IntVector LEFT_4 = ZERO.addIndex(1).sub(4).and(LANES - 1);

  /** Of one row, each element's neighbours 1, 2 and 4 to the left. */
  private static final IntVector INDEX = IntVector.zero(ROW).addIndex(1);

  private static final IntVector BESIDE_1 = INDEX.sub(1).and(WIDTH - 1);
  private static final IntVector BESIDE_2 = INDEX.sub(2).and(WIDTH - 1);
  private static final IntVector BESIDE_4 = INDEX.sub(4).and(WIDTH - 1);

  /** Of one row, the first element, and those from a place on. */
  private static final VectorMask<Integer> IN_FRONT = fromLong(ROW, 1);

  private static final VectorMask<Integer> FROM_1 = fromLong(ROW, 0xFE);
  private static final VectorMask<Integer> FROM_2 = fromLong(ROW, 0xFC);
  private static final VectorMask<Integer> FROM_3 = fromLong(ROW, 0xF8);
  private static final VectorMask<Integer> FROM_4 = fromLong(ROW, 0xF0);
  private static final VectorMask<Integer> FROM_5 = fromLong(ROW, 0xE0);

  /** By a row's bits, the place of the last one up to each element; or anything. */
  private static final int[] LAST = new int[WIDTH << WIDTH];

  static {
    for (int bits = 0; bits < 1 << WIDTH; bits++) {
      for (int lane = 0; lane < WIDTH; lane++) {
        int before = bits & ((2 << lane) - 1);
        LAST[WIDTH * bits + lane] = before == 0 ? 0 : 31 - Integer.numberOfLeadingZeros(before);
      }
    }
  }

  private SurfaceVectors() {}

  /** Whether two tiles have the same depths. */
  static boolean areSame(int[] depths, int[] others) {
    IntVector first = IntVector.fromArray(INTS, depths, 0);
    IntVector second = IntVector.fromArray(INTS, depths, LANES);
    IntVector third = IntVector.fromArray(INTS, depths, 2 * LANES);
    IntVector fourth = IntVector.fromArray(INTS, depths, 3 * LANES);
    first = first.lanewise(XOR, IntVector.fromArray(INTS, others, 0));
    second = second.lanewise(XOR, IntVector.fromArray(INTS, others, LANES));
    third = third.lanewise(XOR, IntVector.fromArray(INTS, others, 2 * LANES));
    fourth = fourth.lanewise(XOR, IntVector.fromArray(INTS, others, 3 * LANES));
    return !first.or(second).or(third.or(fourth)).compare(NE, 0).anyTrue();
  }

  /** Some samples of larger depth, as unsigned numbers. */
  static long beyond(int[] depths, int middle, long samples) {
    long beyond = IntVector.fromArray(INTS, depths, 0).compare(UGT, middle).toLong();
    beyond |= IntVector.fromArray(INTS, depths, LANES).compare(UGT, middle).toLong() << LANES;
    beyond |=
        IntVector.fromArray(INTS, depths, 2 * LANES).compare(UGT, middle).toLong() << (2 * LANES);
    beyond |=
        IntVector.fromArray(INTS, depths, 3 * LANES).compare(UGT, middle).toLong() << (3 * LANES);
    return beyond & samples;
  }

  /**
   * Finds depths from residuals, row by row. Nothing is held within the range of depths on the way,
   * so what comes out is right only if no prediction would have had to be.
   *
   * @param residuals not mapped
   * @param firstNear the first depth of the nearer surface
   * @param firstFar likewise
   * @param sums scratch memory
   * @param depths receives them
   * @return whether they are right, and below the limit
   */
  static boolean depths(
      Surfaces surfaces, int[] residuals, int firstNear, int firstFar, int[] sums, int[] depths) {
    sum(residuals, surfaces.lineAcross(), surfaces.besideLeft(), sums);
    long beyond = rows(surfaces, residuals, firstNear, firstFar, sums, depths);
    return ((firstNear | firstFar) & -LIMIT) == 0
        && (beyond & (surfaces.near() | surfaces.far())) == 0;
  }

  /**
   * The same without a second surface or a hole: differences are sums of residuals down, and depths
   * sums of those across.
   */
  static boolean depths(int[] residuals, int first, int[] depths) {
    return (first & -LIMIT) == 0 && plainRows(residuals, first, depths) == 0;
  }

  private static long plainRows(int[] residuals, int first, int[] depths) {
    long beyond = 0;
    IntVector start = IntVector.broadcast(ROW, first);
    // The first row is a line.
    IntVector residual = IntVector.fromArray(ROW, residuals, 0);
    IntVector change = residual.lanewise(ADD, BESIDE_1.selectFrom(residual), FROM_2);
    change = change.lanewise(ADD, BESIDE_2.selectFrom(change), FROM_3);
    change = change.lanewise(ADD, BESIDE_4.selectFrom(change), FROM_5).sub(residual);
    for (int s = 0; s < Long.SIZE; s += WIDTH) {
      residual = IntVector.fromArray(ROW, residuals, s);
      change = change.add(residual);
      start = start.add(change);
      IntVector depth = change.blend(start, IN_FRONT);
      depth = depth.lanewise(ADD, BESIDE_1.selectFrom(depth), FROM_1);
      depth = depth.lanewise(ADD, BESIDE_2.selectFrom(depth), FROM_2);
      depth = depth.lanewise(ADD, BESIDE_4.selectFrom(depth), FROM_4);
      depth.intoArray(depths, s);
      beyond |= depth.and(-LIMIT).or(depth.sub(residual).and(MINUS)).compare(NE, 0).toLong() << s;
    }
    return beyond;
  }

  /** Adds to each residual those before it in its line, and to that those before in its run. */
  private static void sum(int[] residuals, long line, long run, int[] sums) {
    long line2 = line & (line << 1);
    long line4 = line2 & (line2 << 2);
    long run2 = run & (run << 1);
    long run4 = run2 & (run2 << 2);
    for (int s = 0; s < Long.SIZE; s += LANES) {
      IntVector sum = IntVector.fromArray(INTS, residuals, s);
      sum = sum.lanewise(ADD, LEFT.selectFrom(sum), fromLong(INTS, line >>> s));
      sum = sum.lanewise(ADD, LEFT_2.selectFrom(sum), fromLong(INTS, line2 >>> s));
      sum = sum.lanewise(ADD, LEFT_4.selectFrom(sum), fromLong(INTS, line4 >>> s));
      sum = sum.lanewise(ADD, LEFT.selectFrom(sum), fromLong(INTS, run >>> s));
      sum = sum.lanewise(ADD, LEFT_2.selectFrom(sum), fromLong(INTS, run2 >>> s));
      sum = sum.lanewise(ADD, LEFT_4.selectFrom(sum), fromLong(INTS, run4 >>> s));
      sum.intoArray(sums, s);
    }
  }

  /**
   * Each run's first sample is predicted from above, or by the first one of its surface. Those
   * behind are as far from it as those above, on a plane, and go on like its last change above, on
   * a line behind the plane; behind a line a run has no plane. To all that, sums of residuals are
   * added.
   *
   * @return the samples that are beyond the limit, or whose prediction was below zero; samples on
   *     no surface may be among them
   */
  private static long rows(
      Surfaces surfaces, int[] residuals, int firstNear, int firstFar, int[] sums, int[] depths) {
    long plane = surfaces.plane();
    long run = surfaces.besideLeft();
    long line = surfaces.lineAcross();
    long onPlane = spread(plane, line);
    long down = spread(surfaces.lineDown(), run);
    long otherNear = spread(surfaces.other() & surfaces.near(), run);
    long otherFar = spread(surfaces.other() & surfaces.far(), run);
    // Of the first row nothing is predicted from above.
    IntVector above = IntVector.zero(ROW);
    IntVector above2 = above;
    long beyond = 0;
    for (int s = 0; s < Long.SIZE; s += WIDTH) {
      IntVector end = IntVector.fromArray(ROW, LAST, last(~line, s));
      IntVector start = IntVector.fromArray(ROW, LAST, last(~run, s));
      IntVector aboveEnd = end.selectFrom(above);
      IntVector aboveStart = start.selectFrom(above);
      IntVector change = aboveEnd.sub(end.sub(1).selectFrom(above));
      IntVector depth =
          aboveStart
              .blend(aboveEnd.add(change.mul(INDEX.sub(end))), fromLong(ROW, onPlane >>> s))
              .lanewise(ADD, aboveStart.sub(start.selectFrom(above2)), fromLong(ROW, down >>> s))
              .blend(firstNear, fromLong(ROW, otherNear >>> s))
              .blend(firstFar, fromLong(ROW, otherFar >>> s))
              .add(IntVector.fromArray(ROW, sums, s));
      depth.intoArray(depths, s);
      IntVector predicted = depth.sub(IntVector.fromArray(ROW, residuals, s));
      beyond |= depth.and(-LIMIT).or(predicted.and(MINUS)).compare(NE, 0).toLong() << s;
      above2 = above;
      above = depth;
    }
    return beyond;
  }

  /** Samples, and those behind them in their lines or runs. */
  private static long spread(long samples, long beside) {
    long two = beside & (beside << 1);
    long four = two & (two << 2);
    long spread = samples | ((samples << 1) & beside);
    spread |= (spread << 2) & two;
    return spread | ((spread << 4) & four);
  }

  /** Where it is told for each sample of a row which is the last one of some up to it. */
  private static int last(long samples, int s) {
    return WIDTH * ((int) (samples >>> s) & 0xFF);
  }
}
