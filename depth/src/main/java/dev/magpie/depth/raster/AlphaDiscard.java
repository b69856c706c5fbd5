package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.SamplePositions;
import dev.magpie.depth.scene.AlphaTexture;
import dev.magpie.depth.scene.Cutout;

/**
 * Takes samples away whose texel is not there. Texture coordinates over w, and the inverse of w,
 * are linear over the screen, and the same for all parts that a triangle is cut into; so they are
 * found from its corners in clip space, wherever these are.
 */
final class AlphaDiscard {
  private static final int U = 0;
  private static final int V = 1;
  private static final int ONE = 2;

  private final AlphaTexture texture;
  private final float[] coordinates;
  private final SamplePositions positions;
  private final double pixelWidth;
  private final double pixelHeight;

  /** Of u, v and 1, the factors of x, y and 1 over the screen. */
  private final double[][] planes = new double[3][3];

  AlphaDiscard(Cutout cutout, FrameShape shape) {
    texture = cutout.texture();
    coordinates = cutout.coordinates();
    positions = new SamplePositions(shape.tile());
    pixelWidth = 2.0 / shape.pixelsAcross();
    pixelHeight = 2.0 / shape.pixelsDown();
  }

  /**
   * Takes a triangle.
   *
   * @param clip x, y, z and w of vertices
   * @param p where those of its first corner are
   * @param q of its second
   * @param r of its third
   * @param a the number of its first corner in the mesh
   * @param b of its second
   * @param c of its third
   */
  void set(double[] clip, int p, int q, int r, int a, int b, int c) {
    for (double[] plane : planes) {
      plane[0] = 0;
      plane[1] = 0;
      plane[2] = 0;
    }
    add(clip, q, r, a);
    add(clip, r, p, b);
    add(clip, p, q, c);
  }

  /** Adds the share of a vertex, which lies opposite to two others. */
  private void add(double[] corners, int p, int q, int vertex) {
    double x = corners[p + 1] * corners[q + 3] - corners[p + 3] * corners[q + 1];
    double y = corners[p + 3] * corners[q] - corners[p] * corners[q + 3];
    double w = corners[p] * corners[q + 1] - corners[p + 1] * corners[q];
    add(planes[U], coordinates[2 * vertex], x, y, w);
    add(planes[V], coordinates[2 * vertex + 1], x, y, w);
    add(planes[ONE], 1, x, y, w);
  }

  private static void add(double[] plane, double value, double x, double y, double w) {
    plane[0] += value * x;
    plane[1] += value * y;
    plane[2] += value * w;
  }

  /**
   * The samples that are left.
   *
   * @param samples of a tile
   * @param pixelX the tile's first pixel
   * @param pixelY likewise
   */
  long kept(long samples, int pixelX, int pixelY) {
    long kept = samples;
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      double right = pixelX + 0.5 + (double) positions.x(s) / Multisampling.STEPS;
      double below = pixelY + 0.5 + (double) positions.y(s) / Multisampling.STEPS;
      double x = right * pixelWidth - 1;
      double y = 1 - below * pixelHeight;
      double one = at(planes[ONE], x, y);
      if (!texture.keeps(at(planes[U], x, y) / one, at(planes[V], x, y) / one)) {
        kept &= ~(1L << s);
      }
    }
    return kept;
  }

  private static double at(double[] plane, double x, double y) {
    return plane[0] * x + plane[1] * y + plane[2];
  }
}
