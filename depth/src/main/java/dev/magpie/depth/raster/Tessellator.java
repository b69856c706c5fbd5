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

  /** The triangle's vertices, then for each depth the middles of three edges. */
  private final double[] vertices = new double[4 * 3 * (MAX_DEPTH + 1)];

  Tessellator(FrameShape shape, double longest, ClippedTriangles clipper) {
    this.clipper = clipper;
    this.halfWidth = shape.pixelsAcross() * 0.5;
    this.halfHeight = shape.pixelsDown() * 0.5;
    this.longestSquared = longest * longest;
  }

  /** Where the next triangle's three vertices go: x, y, z and w of each. */
  double[] vertices() {
    return vertices;
  }

  /** Draws the triangle in {@link #vertices}. */
  void draw() {
    if (longestSquared == Double.POSITIVE_INFINITY) {
      clipper.draw(vertices, 0, 4, 8);
    } else {
      split(0, 4, 8, 0);
    }
  }

  private void split(int a, int b, int c, int depth) {
    if (Clipper.unseen(outside(a), outside(b), outside(c))) {
      return;
    }
    if (depth == MAX_DEPTH) {
      clipper.draw(vertices, a, b, c);
      return;
    }
    int ab = 4 * 3 * (depth + 1);
    int bc = ab + 4;
    int ca = bc + 4;
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

  private int outside(int at) {
    return Clipper.outside(vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3]);
  }

  /** Puts the middle of an edge in its place if the edge is too long. */
  private boolean halve(int p, int q, int middle) {
    if (lengthSquared(p, q) <= longestSquared) {
      return false;
    }
    for (int d = 0; d < 4; d++) {
      vertices[middle + d] = (vertices[p + d] + vertices[q + d]) * 0.5;
    }
    return true;
  }

  private double lengthSquared(int p, int q) {
    boolean seenP = vertices[p + 2] >= 0;
    boolean seenQ = vertices[q + 2] >= 0;
    if (!seenP && !seenQ) {
      return 0;
    }
    if (seenP && seenQ) {
      return lengthSquared(vertices[q], vertices[q + 1], vertices[q + 3], p);
    }
    int inner = seenP ? p : q;
    int outer = seenP ? q : p;
    double share = vertices[inner + 2] / (vertices[inner + 2] - vertices[outer + 2]);
    double x = vertices[inner] + share * (vertices[outer] - vertices[inner]);
    double y = vertices[inner + 1] + share * (vertices[outer + 1] - vertices[inner + 1]);
    double w = vertices[inner + 3] + share * (vertices[outer + 3] - vertices[inner + 3]);
    return lengthSquared(x, y, w, inner);
  }

  private double lengthSquared(double x, double y, double w, int p) {
    double across = (x / w - vertices[p] / vertices[p + 3]) * halfWidth;
    double down = (y / w - vertices[p + 1] / vertices[p + 3]) * halfHeight;
    return across * across + down * down;
  }
}
