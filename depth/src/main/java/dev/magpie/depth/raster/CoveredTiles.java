package dev.magpie.depth.raster;

/** Takes what triangles cover, a tile of one triangle at a time, in the order of drawing. */
interface CoveredTiles {
  /**
   * Begins a triangle.
   *
   * @param depthSpread how far the plane at a sample may be from that at its pixel's centre
   */
  void setSpread(long depthSpread);

  /** Begins a triangle: says which side of it is seen, which matters to stencil alone. */
  default void setFacing(Facing facing) {}

  /**
   * Takes what a triangle covers of a tile.
   *
   * @param index of the tile
   * @param mask the covered samples; at least one
   * @param i0 the first column of pixels of the triangle's bounding box in the tile
   * @param j0 its first row
   * @param i1 its last column
   * @param j1 its last row
   * @param c0 the triangle's plane at the tile's first pixel
   * @param cx the plane's change to the right
   * @param cy the plane's change downwards
   * @param f fraction bits of the three
   */
  void cover(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f);
}
