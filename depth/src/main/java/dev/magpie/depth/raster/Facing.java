package dev.magpie.depth.raster;

/** Which side of a triangle is seen. */
enum Facing {
  /** It runs counter-clockwise on the screen. */
  FRONT,
  /** It runs clockwise. */
  BACK
}
