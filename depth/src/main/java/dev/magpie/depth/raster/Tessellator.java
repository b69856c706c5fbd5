package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * Halves edges that are longer than so many pixels on the screen, again and again, before the
 * triangles are clipped. Whether and where an edge is halved depends on its two ends alone, so
 * triangles that share it agree and no cracks open. Parts of a triangle that cannot be seen are
 * dropped.
 *
 * <p>An edge is measured from the near plane on: what lies before it has no place on the screen.
 */
final class Tessellator {
  /** How often an edge is halved at most. */
  static final int MAX_DEPTH = 11;

  private final ClippedTriangles clipper;
  private final double halfWidth;
  private final double halfHeight;
  private final double longestSquared;

  /** Those of triangles, then for each depth the middles of three edges. */
  private ClipVertices vertices = new ClipVertices(0);

  private int firstMiddle;

  Tessellator(FrameShape shape, double longest, ClippedTriangles clipper) {
    this.clipper = clipper;
    this.halfWidth = shape.pixelsAcross() * 0.5;
    this.halfHeight = shape.pixelsDown() * 0.5;
    this.longestSquared = longest * longest;
  }

  /**
   * Makes room for vertices of triangles, which are to be classified as they are written.
   *
   * @param count how many there are at a time
   */
  ClipVertices reserve(int count) {
    firstMiddle = count;
    vertices = new ClipVertices(count + 3 * MAX_DEPTH);
    return vertices;
  }

  /** Draws the triangle of three vertices. */
  void draw(int a, int b, int c) {
    if (unseen(a, b, c)) {
      return;
    }
    vertices.project(a);
    vertices.project(b);
    vertices.project(c);
    if (longestSquared == Double.POSITIVE_INFINITY) {
      clipper.draw(vertices, a, b, c);
    } else {
      split(a, b, c, 0);
    }
  }

  private void split(int a, int b, int c, int depth) {
    if (unseen(a, b, c)) {
      return;
    }
    if (depth == MAX_DEPTH) {
      clipper.draw(vertices, a, b, c);
      return;
    }
    int ab = firstMiddle + 3 * depth;
    int bc = ab + 1;
    int ca = ab + 2;
    int halved = 0;
    halved |= halve(a, b, ab) ? 1 : 0;
    halved |= halve(b, c, bc) ? 2 : 0;
    halved |= halve(c, a, ca) ? 4 : 0;
    int next = depth + 1;
    switch (halved) {
      case 0 -> clipper.draw(vertices, a, b, c);
      case 1 -> cutOne(a, b, c, ab, next);
      case 2 -> cutOne(b, c, a, bc, next);
      case 4 -> cutOne(c, a, b, ca, next);
      case 1 | 2 -> cutTwo(a, b, c, ab, bc, next);
      case 2 | 4 -> cutTwo(b, c, a, bc, ca, next);
      case 4 | 1 -> cutTwo(c, a, b, ca, ab, next);
      default -> {
        split(a, ab, ca, next);
        split(ab, b, bc, next);
        split(ca, bc, c, next);
        split(ab, bc, ca, next);
      }
    }
  }

  /** The edge from a to b is halved at ab. */
  private void cutOne(int a, int b, int c, int ab, int next) {
    split(a, ab, c, next);
    split(ab, b, c, next);
  }

  /** The edges from a to b and from b to c are halved. */
  private void cutTwo(int a, int b, int c, int ab, int bc, int next) {
    split(ab, b, bc, next);
    split(a, ab, bc, next);
    split(a, bc, c, next);
  }

  private boolean unseen(int a, int b, int c) {
    return Clipper.unseen(vertices.outside(a), vertices.outside(b), vertices.outside(c));
  }

  /** Puts the middle of an edge in its place if the edge is too long. */
  private boolean halve(int p, int q, int middle) {
    if (lengthSquared(p, q) <= longestSquared) {
      return false;
    }
    vertices.halve(p, q, middle);
    return true;
  }

  private double lengthSquared(int p, int q) {
    boolean seenP = vertices.seesNear(p);
    boolean seenQ = vertices.seesNear(q);
    if (!seenP && !seenQ) {
      return 0;
    }
    if (seenP && seenQ) {
      return lengthSquared(vertices.x(q), vertices.y(q), p);
    }
    int inner = seenP ? p : q;
    int outer = seenP ? q : p;
    double[] clip = vertices.clip();
    int from = 4 * inner;
    int to = 4 * outer;
    double share = clip[from + 2] / (clip[from + 2] - clip[to + 2]);
    double x = clip[from] + share * (clip[to] - clip[from]);
    double y = clip[from + 1] + share * (clip[to + 1] - clip[from + 1]);
    double w = clip[from + 3] + share * (clip[to + 3] - clip[from + 3]);
    return lengthSquared(x / w, y / w, inner);
  }

  private double lengthSquared(double x, double y, int p) {
    double across = (x - vertices.x(p)) * halfWidth;
    double down = (y - vertices.y(p)) * halfHeight;
    return across * across + down * down;
  }
}
