package dev.magpie.depth.codec;

import static dev.magpie.depth.codec.BlockVectors.EVEN_COLUMNS;
import static dev.magpie.depth.codec.BlockVectors.EVEN_ROWS;
import static dev.magpie.depth.codec.BlockVectors.INTS;
import static dev.magpie.depth.codec.BlockVectors.ODD_COLUMNS;
import static dev.magpie.depth.codec.BlockVectors.ODD_ROWS;
import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;

/**
 * Predicts depths as {@link Surfaces} does, two rows a vector, and puts the residuals in blocks.
 */
final class ResidualVectors {
  private static final int LANES = 16;
  private static final IntVector ZERO = IntVector.zero(INTS);

  /** Of two vectors, each element's upper neighbour. */
  private static final int[] UP = BlockVectors.places(lane -> lane + LANES / 2);

  private ResidualVectors() {}

  /**
   * Finds residuals.
   *
   * @param firstNear the first depth of the nearer surface
   * @param firstFar likewise
   * @param rows scratch memory
   * @param values receives residuals, mapped as {@link RiceBlocks} does, place by place; 0 where
   *     there is none
   */
  static void find(
      Surfaces surfaces, int[] depths, int firstNear, int firstFar, int[] rows, int[] values) {
    long besideLeft = surfaces.besideLeft();
    long plane = surfaces.plane();
    long lineAcross = surfaces.lineAcross();
    long lineDown = surfaces.lineDown();
    long otherNear = surfaces.other() & surfaces.near();
    long otherFar = surfaces.other() & surfaces.far();
    long predicted = surfaces.predicted();
    IntVector toUp = IntVector.fromArray(INTS, UP, 0);
    IntVector toLeft = IntVector.fromArray(INTS, SurfaceVectors.LEFT, 0);
    IntVector toLeft2 = IntVector.fromArray(INTS, SurfaceVectors.LEFT_2, 0);
    for (int s = 0; s < Long.SIZE; s += LANES) {
      IntVector here = IntVector.fromArray(INTS, depths, s);
      // Of the first row nothing is predicted from above.
      IntVector above = IntVector.fromArray(INTS, depths, Math.max(0, s - LANES));
      IntVector up = toUp.selectFrom(above, here);
      IntVector left = toLeft.selectFrom(here);
      IntVector residual =
          here.sub(
              up.blend(left, fromLong(INTS, besideLeft >>> s))
                  .lanewise(ADD, up.sub(toLeft.selectFrom(up)), fromLong(INTS, plane >>> s))
                  .lanewise(
                      ADD, left.sub(toLeft2.selectFrom(here)), fromLong(INTS, lineAcross >>> s))
                  .lanewise(ADD, up.sub(above), fromLong(INTS, lineDown >>> s))
                  .blend(firstNear, fromLong(INTS, otherNear >>> s))
                  .blend(firstFar, fromLong(INTS, otherFar >>> s)));
      ZERO.blend(
              residual.add(residual).lanewise(XOR, residual.lanewise(ASHR, 31)),
              fromLong(INTS, predicted >>> s))
          .intoArray(rows, s);
    }
    IntVector rows0 = IntVector.fromArray(INTS, rows, 0);
    IntVector rows2 = IntVector.fromArray(INTS, rows, LANES);
    IntVector rows4 = IntVector.fromArray(INTS, rows, 2 * LANES);
    IntVector rows6 = IntVector.fromArray(INTS, rows, 3 * LANES);
    IntVector upper = EVEN_ROWS.selectFrom(rows0, rows2);
    IntVector lower = EVEN_ROWS.selectFrom(rows4, rows6);
    EVEN_COLUMNS.selectFrom(upper, lower).intoArray(values, 0);
    ODD_COLUMNS.selectFrom(upper, lower).intoArray(values, LANES);
    upper = ODD_ROWS.selectFrom(rows0, rows2);
    lower = ODD_ROWS.selectFrom(rows4, rows6);
    EVEN_COLUMNS.selectFrom(upper, lower).intoArray(values, 2 * LANES);
    ODD_COLUMNS.selectFrom(upper, lower).intoArray(values, 3 * LANES);
  }
}
