package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.LEADING_ZEROS_COUNT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGT;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Predicts depths as {@link Surfaces} does, and finds them again from their residuals, for tiles of
 * 8x8 samples on machines with 512-bit vectors, which hold two rows. Depths are below {@link
 * #LIMIT}.
 */
final class SurfaceVectors {
  /** So small that no int overflows. */
  static final int LIMIT = 1 << 26;

  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Integer> ROW = IntVector.SPECIES_256;
  private static final int WIDTH = 8;
  private static final int LANES = 16;
  private static final IntVector ZERO = IntVector.zero(INTS);

  /** Each element's neighbours 1, 2 and 4 to the left. */
  private static final IntVector LEFT = ZERO.addIndex(1).sub(1).and(LANES - 1);

  private static final IntVector LEFT_2 = ZERO.addIndex(1).sub(2).and(LANES - 1);
  private static final IntVector LEFT_4 = ZERO.addIndex(1).sub(4).and(LANES - 1);

  /** The bits of the elements before each. */
  private static final IntVector BEFORE =
      IntVector.broadcast(INTS, 1).lanewise(LSHL, ZERO.addIndex(1)).sub(1);

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
    long beyond = 0;
    for (int s = 0; s < depths.length; s += LANES) {
      beyond |= IntVector.fromArray(INTS, depths, s).compare(UGT, middle).toLong() << s;
    }
    return beyond & samples;
  }

  /**
   * For each sample of a surface the one before.
   *
   * @param before receives them; others stay as they are
   */
  static void before(int[] depths, long surface, int[] before) {
    for (int s = 0; s < depths.length; s += LANES) {
      int on = (int) (surface >>> s) & 0xFFFF;
      // The place behind the vector is that of the last one in front of it.
      IntVector places = BEFORE.and(on).lanewise(LEADING_ZEROS_COUNT).neg().add(31).and(31);
      IntVector last = IntVector.broadcast(INTS, last(depths, surface, s, 0));
      IntVector.fromArray(INTS, before, s)
          .blend(places.selectFrom(IntVector.fromArray(INTS, depths, s), last), fromLong(INTS, on))
          .intoArray(before, s);
    }
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
    if (!goesByRows(surfaces)) {
      return false;
    }
    sum(residuals, surfaces.lineAcross(), surfaces.besideLeft(), sums);
    long near = surfaces.near();
    long far = surfaces.far();
    long again = surfaces.other() & (notFirst(near) | notFirst(far));
    for (int s = 0; s < depths.length; ) {
      int end = again == 0 ? depths.length : (Long.numberOfTrailingZeros(again) & -WIDTH) + WIDTH;
      rows(
          surfaces,
          s,
          end,
          last(depths, near, s, firstNear),
          last(depths, far, s, firstFar),
          sums,
          depths);
      for (; again != 0 && Long.numberOfTrailingZeros(again) < end; again &= again - 1) {
        int start = Long.numberOfTrailingZeros(again);
        boolean isNear = (near >>> start & 1) != 0;
        long surface = isNear ? near : far;
        int had = last(depths, surface, end - WIDTH, isNear ? firstNear : firstFar);
        int change = last(depths, surface, start, had) - had;
        int length = 1 + Long.numberOfTrailingZeros(~(surfaces.besideLeft() >>> start >>> 1));
        for (int i = start; i < start + length; i++) {
          depths[i] += change;
        }
      }
      s = end;
    }
    return ((firstNear | firstFar) & -LIMIT) == 0 && isWithin(residuals, near | far, depths);
  }

  /** The last depth on a surface before a sample. */
  private static int last(int[] depths, long surface, int s, int otherwise) {
    long before = surface & ((1L << s) - 1);
    return before == 0 ? otherwise : depths[63 - Long.numberOfLeadingZeros(before)];
  }

  /** Whether no prediction was out of range, nor a depth is. */
  private static boolean isWithin(int[] residuals, long on, int[] depths) {
    long wrong = 0;
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector depth = IntVector.fromArray(INTS, depths, s);
      IntVector predicted = depth.sub(IntVector.fromArray(INTS, residuals, s));
      wrong |= predicted.and(Integer.MIN_VALUE).or(depth.and(-LIMIT)).compare(NE, 0).toLong() << s;
    }
    return (wrong & on) == 0;
  }

  /**
   * Whether each row follows from those above: no line in it starts between samples that are
   * predicted from above, and no plane goes on from a line that goes on from a plane.
   */
  private static boolean goesByRows(Surfaces surfaces) {
    long plane = surfaces.plane();
    long one = surfaces.lineAcross();
    long two = one & (one << 1);
    long four = two & (two << 2);
    long behind = plane;
    behind |= (behind << 1) & one;
    behind |= (behind << 2) & two;
    behind |= (behind << 4) & four;
    return (one & (surfaces.lineDown() << 1)) == 0 && (plane & ((behind & one) << 1)) == 0;
  }

  /** The samples that are not the first of some in their row. */
  private static long notFirst(long samples) {
    long behind = (samples << 1) & 0xFEFE_FEFE_FEFE_FEFEL;
    behind |= (behind << 1) & 0xFEFE_FEFE_FEFE_FEFEL;
    behind |= (behind << 2) & 0xFCFC_FCFC_FCFC_FCFCL;
    behind |= (behind << 4) & 0xF0F0_F0F0_F0F0_F0F0L;
    return samples & behind;
  }

  /**
   * The same without a second surface or a hole: differences are sums of residuals down, and depths
   * sums of those across.
   */
  static boolean depths(int[] residuals, int first, int[] depths) {
    plainRows(residuals, first, depths);
    return (first & -LIMIT) == 0 && isWithin(residuals, -1L, depths);
  }

  private static void plainRows(int[] residuals, int first, int[] depths) {
    IntVector start = IntVector.broadcast(ROW, first);
    // The first row is a line.
    IntVector residual = IntVector.fromArray(ROW, residuals, 0);
    IntVector change = residual.lanewise(ADD, BESIDE_1.selectFrom(residual), FROM_2);
    change = change.lanewise(ADD, BESIDE_2.selectFrom(change), FROM_3);
    change = change.lanewise(ADD, BESIDE_4.selectFrom(change), FROM_5).sub(residual);
    for (int s = 0; s < depths.length; s += WIDTH) {
      change = change.add(IntVector.fromArray(ROW, residuals, s));
      start = start.add(change);
      IntVector depth = change.blend(start, IN_FRONT);
      depth = depth.lanewise(ADD, BESIDE_1.selectFrom(depth), FROM_1);
      depth = depth.lanewise(ADD, BESIDE_2.selectFrom(depth), FROM_2);
      depth.lanewise(ADD, BESIDE_4.selectFrom(depth), FROM_4).intoArray(depths, s);
    }
  }

  /** Adds to each residual those before it in its line, and to that those before in its run. */
  private static void sum(int[] residuals, long line, long run, int[] sums) {
    System.arraycopy(residuals, 0, sums, 0, residuals.length);
    long one = line;
    for (int pass = 0; pass < 2; pass++) {
      long two = one & (one << 1);
      long four = two & (two << 2);
      for (int s = 0; s < sums.length; s += LANES) {
        IntVector sum = IntVector.fromArray(INTS, sums, s);
        sum = sum.lanewise(ADD, LEFT.selectFrom(sum), fromLong(INTS, one >>> s));
        sum = sum.lanewise(ADD, LEFT_2.selectFrom(sum), fromLong(INTS, two >>> s));
        sum = sum.lanewise(ADD, LEFT_4.selectFrom(sum), fromLong(INTS, four >>> s));
        sum.intoArray(sums, s);
      }
      one = run;
    }
  }

  /**
   * Each run's first sample is predicted from above. What the others add to it is the sums of
   * residuals, the changes above of those on a plane, and the last one of these for each sample of
   * a line behind.
   */
  private static void rows(
      Surfaces surfaces,
      int from,
      int to,
      int beforeNear,
      int beforeFar,
      int[] sums,
      int[] depths) {
    long near = surfaces.near();
    long far = surfaces.far();
    long plane = surfaces.plane();
    long run = surfaces.besideLeft();
    long line = surfaces.lineAcross();
    long lineDown = surfaces.lineDown();
    long other = surfaces.other();
    IntVector lastNear = IntVector.broadcast(ROW, beforeNear);
    IntVector lastFar = IntVector.broadcast(ROW, beforeFar);
    // Of the first row nothing is predicted from above.
    IntVector above = IntVector.fromArray(ROW, depths, Math.max(0, from - WIDTH));
    IntVector above2 = IntVector.fromArray(ROW, depths, Math.max(0, from - 2 * WIDTH));
    for (int s = from; s < to; s += WIDTH) {
      VectorMask<Integer> onPlane = fromLong(ROW, plane >>> s);
      IntVector change = IntVector.zero(ROW).blend(above.sub(BESIDE_1.selectFrom(above)), onPlane);
      IntVector changes =
          IntVector.zero(ROW)
              .blend(
                  above.sub(IntVector.fromArray(ROW, LAST, last(~plane, s)).selectFrom(above)),
                  onPlane);
      IntVector end = IntVector.fromArray(ROW, LAST, last(~line, s));
      IntVector start =
          above
              .lanewise(ADD, above.sub(above2), fromLong(ROW, lineDown >>> s))
              .blend(lastNear, fromLong(ROW, (other & near) >>> s))
              .blend(lastFar, fromLong(ROW, (other & far) >>> s));
      IntVector depth =
          IntVector.fromArray(ROW, sums, s)
              .add(IntVector.fromArray(ROW, LAST, last(~run, s)).selectFrom(start))
              .add(end.selectFrom(changes))
              .add(end.selectFrom(change).mul(INDEX.sub(end)));
      depth.intoArray(depths, s);
      lastNear = IntVector.broadcast(ROW, behind(near, s)).selectFrom(depth, lastNear);
      lastFar = IntVector.broadcast(ROW, behind(far, s)).selectFrom(depth, lastFar);
      above2 = above;
      above = depth;
    }
  }

  /** Where it is told for each sample of a row which is the last one of some up to it. */
  private static int last(long samples, int s) {
    return WIDTH * ((int) (samples >>> s) & 0xFF);
  }

  /** The last place in a row; that of what was last before if there is none. */
  private static int behind(long samples, int s) {
    int on = (int) (samples >>> s) & 0xFF;
    return on == 0 ? WIDTH : 31 - Integer.numberOfLeadingZeros(on);
  }
}
