package dev.magpie.depth.event;

import static jdk.incubator.vector.VectorOperators.ASHR;

import dev.magpie.codec.simd.VectorSupport;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Evaluates a plane at many samples of a tile at a time, as {@link PlaneEquation#depth} does. */
final class PlaneVectors {
  private static final VectorSpecies<Integer> INTS =
      VectorSupport.bits() == 512 ? IntVector.SPECIES_512 : IntVector.SPECIES_256;

  /** Samples of a vector. */
  static final int LANES = INTS.length();

  /** Each element's column and row, by the logarithm of the tile's width. */
  private static final int[][] COLUMNS = new int[7][LANES];

  private static final int[][] ROWS = new int[7][LANES];

  static {
    for (int bits = 0; bits < COLUMNS.length; bits++) {
      for (int lane = 0; lane < LANES; lane++) {
        COLUMNS[bits][lane] = lane & ((1 << bits) - 1);
        ROWS[bits][lane] = lane >>> bits;
      }
    }
  }

  private PlaneVectors() {}

  /**
   * The depths of some samples of a tile, clamped. Ints do: whole parts and fractions are added
   * apart, and the sum of whole parts may well leave the range of ints on its way to one that is
   * within.
   *
   * @param rounded the constant, and what rounds
   * @param depths a whole number of vectors; no sample's whole part is beyond the range of ints
   */
  static void depths(
      long rounded, long cx, long cy, int f, int columnBits, long samples, int[] depths) {
    int mask = (1 << f) - 1;
    int width = 1 << columnBits;
    int step = Math.max(width, LANES);
    int rows = step >>> columnBits;
    int wholeDown = (int) (cy >> f) * rows;
    int fractionDown = ((int) cy & mask) * rows;
    IntVector across = IntVector.fromArray(INTS, COLUMNS[columnBits], 0);
    IntVector down = IntVector.fromArray(INTS, ROWS[columnBits], 0);
    IntVector wholes =
        across.mul((int) (cx >> f)).add(down.mul((int) (cy >> f))).add((int) (rounded >> f));
    IntVector fractions =
        across.mul((int) cx & mask).add(down.mul((int) cy & mask)).add((int) rounded & mask);
    for (int column = 0; column < width; column += LANES) {
      IntVector whole = wholes;
      IntVector fraction = fractions;
      for (int s = column; s < depths.length; s += step) {
        IntVector depth =
            whole.add(fraction.lanewise(ASHR, f)).max(0).min(PlaneEquation.CLEAR_DEPTH);
        IntVector.fromArray(INTS, depths, s)
            .blend(depth, VectorMask.fromLong(INTS, samples >>> s))
            .intoArray(depths, s);
        whole = whole.add(wholeDown);
        fraction = fraction.add(fractionDown);
      }
      wholes = wholes.add((int) (cx >> f) * LANES);
      fractions = fractions.add(((int) cx & mask) * LANES);
    }
  }
}
