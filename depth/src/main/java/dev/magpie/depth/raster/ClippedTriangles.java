package dev.magpie.depth.raster;

/** Takes triangles in clip space, before anything of them is cut off. */
interface ClippedTriangles {
  /** Takes the triangle of three vertices, of which something may be seen. */
  void draw(ClipVertices vertices, int a, int b, int c);
}
