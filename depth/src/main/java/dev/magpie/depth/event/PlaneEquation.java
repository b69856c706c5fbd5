package dev.magpie.depth.event;

/**
 * The depth of a triangle as a plane with integer coefficients, relative to a tile's first sample.
 * The rasteriser's depths are <em>defined</em> as what {@link #depth} gives, and a decompressor
 * calls the same method, so plane encoding is exact and needs no residuals.
 *
 * <p>Depths are 24-bit integers. Coefficients have {@code f} fraction bits.
 */
public final class PlaneEquation {
  /** Bits of a depth. */
  public static final int DEPTH_BITS = 24;

  /** The largest depth, to which a frame is cleared. */
  public static final int CLEAR_DEPTH = (1 << DEPTH_BITS) - 1;

  private PlaneEquation() {}

  /**
   * The depth of a sample.
   *
   * @param c0 the plane at the tile's first sample
   * @param cx its change from one sample to the next to the right
   * @param cy its change from one sample to the next below
   * @param f fraction bits of the three, 0 to 13
   * @param i samples to the right of the tile's first
   * @param j samples below the tile's first
   * @return 0 to {@link #CLEAR_DEPTH}
   */
  public static int depth(long c0, long cx, long cy, int f, int i, int j) {
    long z = (c0 + cx * i + cy * j + ((1L << f) >> 1)) >> f;
    return (int) Math.clamp(z, 0L, (long) CLEAR_DEPTH);
  }

  /**
   * The depths of some samples of a tile.
   *
   * @param columnBits the tile is {@code 1 << columnBits} samples wide
   * @param samples which ones
   * @param depths receives them; one for each sample of the tile
   */
  public static void depths(
      long c0,
      long cx,
      long cy,
      int f,
      int columnBits,
      long samples,
      int[] depths,
      Kernels kernels) {
    int lastColumn = (1 << columnBits) - 1;
    long right = cx * lastColumn;
    long below = cy * ((depths.length >>> columnBits) - 1);
    long rounded = c0 + ((1L << f) >> 1);
    long least = rounded + Math.min(right, 0) + Math.min(below, 0);
    long most = rounded + Math.max(right, 0) + Math.max(below, 0);
    if (kernels.areVectors()
        && depths.length % PlaneVectors.LANES == 0
        && least >> f == (int) (least >> f)
        && most >> f == (int) (most >> f)) {
      PlaneVectors.depths(rounded, cx, cy, f, columnBits, samples, depths);
      return;
    }
    // Of a tile that is within the range at its corners, no sample needs clamping.
    if (least < 0 || most >> f > CLEAR_DEPTH) {
      for (long left = samples; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        depths[s] = depth(c0, cx, cy, f, s & lastColumn, s >>> columnBits);
      }
      return;
    }
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      depths[s] = (int) ((rounded + cx * (s & lastColumn) + cy * (s >>> columnBits)) >> f);
    }
  }
}
