package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.VectorSupport;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Differences between neighbours, a vector at a time: of each sample to the one on its left, or in
 * the first column to the one above.
 */
final class DifferenceVectors {
  private static final VectorSpecies<Integer> INTS =
      VectorSupport.bits() == 512 ? IntVector.SPECIES_512 : IntVector.SPECIES_256;
  private static final int LANES = INTS.length();

  /** Tiles of this width alone: a vector is one row, or two. */
  static final int WIDTH = 8;

  /** Each element's neighbour, from the vector before its own on. */
  private static final int[] NEIGHBOURS = new int[LANES];

  /** The elements that are 1, 2 and 4 places behind another of their row, and those others. */
  private static final int[][] BEHIND = new int[3][LANES];

  private static final long[] BEHIND_MASKS = new long[3];

  private static final int[][] OTHERS = new int[3][LANES];

  /** The first element of the first row and of the last; and all but the first row. */
  private static final IntVector FIRST = IntVector.zero(INTS);

  private static final IntVector LAST = IntVector.broadcast(INTS, LANES - WIDTH);
  private static final int[] LOWER = new int[LANES];

  /** The first element. */
  private static final int[] ORIGIN = new int[LANES];

  static {
    ORIGIN[0] = -1;
    for (int lane = 0; lane < LANES; lane++) {
      NEIGHBOURS[lane] = LANES + lane - (lane % WIDTH == 0 ? WIDTH : 1);
      LOWER[lane] = lane < WIDTH ? 0 : -1;
      for (int step = 0; step < 3; step++) {
        boolean behind = lane % WIDTH >= 1 << step;
        BEHIND[step][lane] = behind ? -1 : 0;
        BEHIND_MASKS[step] |= behind ? 1L << lane : 0;
        OTHERS[step][lane] = behind ? lane - (1 << step) : lane;
      }
    }
  }

  private DifferenceVectors() {}

  /**
   * The residuals of differential anchors. A sample without a depth is as its neighbour and the
   * header say, so it has none.
   *
   * @param filled the samples with a depth, among them the first column
   * @param across by sample, how often a row's first difference is added from its first sample on
   * @param changes likewise, its change
   * @param rowChanges likewise, what it changes by from row to row
   * @param columns by sample, how often a column's change is added; only of the first column
   * @return all residuals, or'ed, negative ones complemented
   */
  static int residuals(
      int[] depths,
      long filled,
      int right,
      int rightChange,
      int rowChange,
      int down,
      int downChange,
      int[] across,
      int[] changes,
      int[] rowChanges,
      int[] columns,
      int[] residuals) {
    IntVector magnitudes = IntVector.zero(INTS);
    IntVector inColumn = IntVector.fromArray(INTS, BEHIND[0], 0).not();
    // The first sample's residual is to come out as zero.
    IntVector before = IntVector.broadcast(INTS, depths[0] - down + downChange);
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector flat =
          IntVector.fromArray(INTS, depths, s)
              .sub(IntVector.fromArray(INTS, across, s).mul(right))
              .sub(IntVector.fromArray(INTS, changes, s).mul(rightChange))
              .sub(IntVector.fromArray(INTS, rowChanges, s).mul(rowChange));
      long has = filled >>> s;
      for (int step = 0; step < BEHIND.length; step++) {
        long continued = ~has & (has << (1 << step)) & BEHIND_MASKS[step];
        has |= continued;
        flat =
            flat.blend(
                IntVector.fromArray(INTS, OTHERS[step], 0).selectFrom(flat),
                VectorMask.fromLong(INTS, continued));
      }
      IntVector residual =
          flat.sub(IntVector.fromArray(INTS, NEIGHBOURS, 0).selectFrom(before, flat))
              .sub(IntVector.fromArray(INTS, columns, s).mul(downChange).add(down).and(inColumn));
      residual.intoArray(residuals, s);
      magnitudes = magnitudes.or(residual.lanewise(XOR, residual.lanewise(ASHR, 31)));
      before = flat;
    }
    return magnitudes.reduceLanes(OR);
  }

  /** Adds up differences, each the sum of what is expected and a residual. */
  static void depths(int[] residuals, int[] predicted, int[] depths) {
    IntVector above = IntVector.zero(INTS);
    for (int s = 0; s < depths.length; s += LANES) {
      IntVector difference =
          IntVector.fromArray(INTS, residuals, s).add(IntVector.fromArray(INTS, predicted, s));
      IntVector sum = difference;
      for (int step = 0; step < BEHIND.length; step++) {
        sum =
            sum.add(
                IntVector.fromArray(INTS, OTHERS[step], 0)
                    .selectFrom(sum)
                    .and(IntVector.fromArray(INTS, BEHIND[step], 0)));
      }
      IntVector upper = FIRST.selectFrom(difference);
      sum.add(above).add(upper.and(IntVector.fromArray(INTS, LOWER, 0))).intoArray(depths, s);
      above = above.add(upper);
      if (LANES > WIDTH) {
        above = above.add(LAST.selectFrom(difference));
      }
    }
  }

  /**
   * What differential anchors expect.
   *
   * @param columns by sample, how often a row's own change is added; in the first column, a
   *     column's
   * @param rows by sample, how often what rows change by is added; 0 in the first column
   */
  static void expect(
      int first,
      int right,
      int rightChange,
      int rowChange,
      int down,
      int downChange,
      int[] columns,
      int[] rows,
      int[] predicted) {
    IntVector inColumn = IntVector.fromArray(INTS, BEHIND[0], 0).not();
    IntVector start = inColumn.and(right ^ down).lanewise(XOR, right);
    IntVector change = inColumn.and(rightChange ^ downChange).lanewise(XOR, rightChange);
    IntVector other = IntVector.fromArray(INTS, ORIGIN, 0).and(first - down + downChange);
    for (int s = 0; s < columns.length; s += LANES) {
      start
          .add(IntVector.fromArray(INTS, columns, s).mul(change))
          .add(IntVector.fromArray(INTS, rows, s).mul(rowChange))
          .add(other)
          .intoArray(predicted, s);
      other = IntVector.zero(INTS);
    }
  }
}
