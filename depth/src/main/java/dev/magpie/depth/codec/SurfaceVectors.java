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
 * tiles of 8x8 samples on machines with 512-bit vectors, which hold two rows.
 */
final class SurfaceVectors {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Integer> ROW = IntVector.SPECIES_256;
  private static final int WIDTH = 8;
  private static final int LANES = 16;

  /** Each element's neighbours 1, 2 and 4 to the left. */
  static final int[] LEFT = BlockVectors.places(lane -> lane - 1 & LANES - 1);

  static final int[] LEFT_2 = BlockVectors.places(lane -> lane - 2 & LANES - 1);
  private static final int[] LEFT_4 = BlockVectors.places(lane -> lane - 4 & LANES - 1);

  /** Of one row, each element's place. */
  private static final int[] PLACES = BlockVectors.places(lane -> lane);

  /** Of one row, the elements from a place on. */
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
   * Finds depths from residuals, row by row.
   *
   * @param residuals not mapped
   * @param firstNear the first depth of the nearer surface
   * @param firstFar likewise
   * @param sums scratch memory
   * @param depths receives them
   */
  static void depths(
      Surfaces surfaces, int[] residuals, int firstNear, int firstFar, int[] sums, int[] depths) {
    sum(surfaces, residuals, firstNear, firstFar, sums);
    rows(surfaces, sums, depths);
  }

  /**
   * The same without a second surface or a hole: differences are sums of residuals down, and depths
   * sums of those across.
   */
  static void depths(int[] residuals, int first, int[] depths) {
    IntVector index = IntVector.fromArray(ROW, PLACES, 0);
    IntVector beside1 = index.sub(1).and(WIDTH - 1);
    IntVector beside2 = index.sub(2).and(WIDTH - 1);
    IntVector beside4 = index.sub(4).and(WIDTH - 1);
    IntVector start = IntVector.broadcast(ROW, first);
    // The first row is a line.
    IntVector residual = IntVector.fromArray(ROW, residuals, 0);
    IntVector change = residual.lanewise(ADD, beside1.selectFrom(residual), FROM_2);
    change = change.lanewise(ADD, beside2.selectFrom(change), FROM_3);
    change = change.lanewise(ADD, beside4.selectFrom(change), FROM_5).sub(residual);
    for (int s = 0; s < Long.SIZE; s += WIDTH) {
      change = change.add(IntVector.fromArray(ROW, residuals, s));
      start = start.add(change);
      IntVector depth = start.blend(change, FROM_1);
      depth = depth.lanewise(ADD, beside1.selectFrom(depth), FROM_1);
      depth = depth.lanewise(ADD, beside2.selectFrom(depth), FROM_2);
      depth.lanewise(ADD, beside4.selectFrom(depth), FROM_4).intoArray(depths, s);
    }
  }

  /**
   * Adds to each residual those before it in its line, to that those before in its run, and to runs
   * that the first sample of their surface predicts that one.
   */
  private static void sum(
      Surfaces surfaces, int[] residuals, int firstNear, int firstFar, int[] sums) {
    long line = surfaces.lineAcross();
    long line2 = line & (line << 1);
    long line4 = line2 & (line2 << 2);
    long run = surfaces.besideLeft();
    long run2 = run & (run << 1);
    long run4 = run2 & (run2 << 2);
    long otherNear = surfaces.other() & surfaces.near();
    long otherFar = surfaces.other() & surfaces.far();
    IntVector left = IntVector.fromArray(INTS, LEFT, 0);
    IntVector left2 = IntVector.fromArray(INTS, LEFT_2, 0);
    IntVector left4 = IntVector.fromArray(INTS, LEFT_4, 0);
    for (int s = 0; s < Long.SIZE; s += LANES) {
      IntVector sum = IntVector.fromArray(INTS, residuals, s);
      sum = sum.lanewise(ADD, left.selectFrom(sum), fromLong(INTS, line >>> s));
      sum = sum.lanewise(ADD, left2.selectFrom(sum), fromLong(INTS, line2 >>> s));
      sum = sum.lanewise(ADD, left4.selectFrom(sum), fromLong(INTS, line4 >>> s));
      // A first sample has no residual, and is not predicted.
      sum = sum.lanewise(ADD, firstNear, fromLong(INTS, otherNear >>> s));
      sum = sum.lanewise(ADD, firstFar, fromLong(INTS, otherFar >>> s));
      sum = sum.lanewise(ADD, left.selectFrom(sum), fromLong(INTS, run >>> s));
      sum = sum.lanewise(ADD, left2.selectFrom(sum), fromLong(INTS, run2 >>> s));
      sum = sum.lanewise(ADD, left4.selectFrom(sum), fromLong(INTS, run4 >>> s));
      sum.intoArray(sums, s);
    }
  }

  /**
   * Each run's first sample is predicted from above, or by the first one of its surface. Those
   * behind are as far from it as those above, on a plane, and go on like its last change above, on
   * a line behind the plane; behind a line a run has no plane. All that is added to sums of
   * residuals.
   */
  private static void rows(Surfaces surfaces, int[] sums, int[] depths) {
    long run = surfaces.besideLeft();
    long line = surfaces.lineAcross();
    long onPlane = spread(surfaces.plane(), line);
    long down = spread(surfaces.lineDown(), run);
    long fromAbove = ~spread(surfaces.other(), run);
    IntVector index = IntVector.fromArray(ROW, PLACES, 0);
    // Of the first row nothing is predicted from above.
    IntVector above = IntVector.zero(ROW);
    IntVector change = above;
    for (int s = 0; s < Long.SIZE; s += WIDTH) {
      IntVector end = IntVector.fromArray(ROW, LAST, last(~line, s));
      IntVector start = IntVector.fromArray(ROW, LAST, last(~run, s));
      VectorMask<Integer> plane = fromLong(ROW, onPlane >>> s);
      // In the order in which vectors come: the row above is waited for.
      IntVector depth =
          IntVector.fromArray(ROW, sums, s)
              .lanewise(ADD, start.selectFrom(change), fromLong(ROW, down >>> s))
              .lanewise(
                  ADD, start.blend(end, plane).selectFrom(above), fromLong(ROW, fromAbove >>> s))
              .lanewise(
                  ADD,
                  end.selectFrom(above).sub(end.sub(1).selectFrom(above)).mul(index.sub(end)),
                  plane);
      depth.intoArray(depths, s);
      change = depth.sub(above);
      above = depth;
    }
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
