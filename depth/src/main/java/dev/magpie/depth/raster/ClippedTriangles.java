package dev.magpie.depth.raster;

/** Takes triangles in clip space, before anything of them is cut off. */
interface ClippedTriangles {
  /** Takes the triangle of three vertices in clip space, at these places of the array. */
  void draw(double[] vertices, int a, int b, int c);
}
