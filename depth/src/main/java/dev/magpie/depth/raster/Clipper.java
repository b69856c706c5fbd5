package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * From triangles in clip space to triangles on the screen: what lies beyond the near plane, the far
 * plane or the guard band of eight times the view is cut off; the view's own sides cut nothing.
 * Vertices are then rounded to sub-pixels, to even where two are as near.
 */
final class Clipper implements ClippedTriangles {
  /** How far the guard band reaches, in half frames from the centre. */
  private static final double GUARD = 8;

  private static final int VIEW_SIDES = 0b1111;
  private static final int NEAR = 1 << 4;
  private static final int FAR = 1 << 5;
  private static final int GUARD_LEFT = 1 << 6;
  private static final int GUARD_RIGHT = 1 << 7;
  private static final int GUARD_LOWER = 1 << 8;
  private static final int GUARD_UPPER = 1 << 9;
  private static final int[] CUTS = {NEAR, FAR, GUARD_LEFT, GUARD_RIGHT, GUARD_LOWER, GUARD_UPPER};
  private static final int CUT_BY =
      NEAR | FAR | GUARD_LEFT | GUARD_RIGHT | GUARD_LOWER | GUARD_UPPER;

  /** Each of six cuts makes at most half as many corners again, however its edges round. */
  private static final int MAX_CORNERS = 32;

  private static final double SUBPIXELS = 1 << TriangleRasterizer.SUBPIXEL_BITS;

  private final TriangleRasterizer rasterizer;
  private final double depthScale;
  private ClipArea area;

  private double[] polygon = new double[4 * MAX_CORNERS];
  private double[] cut = new double[4 * MAX_CORNERS];
  private final int[] screenX = new int[MAX_CORNERS];
  private final int[] screenY = new int[MAX_CORNERS];
  private final long[] screenZ = new long[MAX_CORNERS];

  Clipper(FrameShape shape, DepthRange range, TriangleRasterizer rasterizer) {
    this.rasterizer = rasterizer;
    this.area = ClipArea.of(shape, range);
    this.depthScale =
        (double) shape.tile().format().one() * (1 << TriangleRasterizer.DEPTH_FRACTION_BITS);
  }

  /** Says where what is drawn comes to lie. */
  void set(ClipArea other) {
    area = other;
    rasterizer.set(other.pixels());
  }

  /** Which planes a vertex is outside of. */
  static int outside(double x, double y, double z, double w) {
    int code = 0;
    code |= x < -w ? 1 : 0;
    code |= x > w ? 1 << 1 : 0;
    code |= y < -w ? 1 << 2 : 0;
    code |= y > w ? 1 << 3 : 0;
    code |= z < 0 ? NEAR : 0;
    code |= z > w ? FAR : 0;
    code |= x < -GUARD * w ? GUARD_LEFT : 0;
    code |= x > GUARD * w ? GUARD_RIGHT : 0;
    code |= y < -GUARD * w ? GUARD_LOWER : 0;
    code |= y > GUARD * w ? GUARD_UPPER : 0;
    return code;
  }

  /** Whether nothing of a triangle can be seen, from the codes of its vertices. */
  static boolean unseen(int a, int b, int c) {
    return (a & b & c & (VIEW_SIDES | NEAR | FAR)) != 0;
  }

  @Override
  public void draw(ClipVertices vertices, int a, int b, int c) {
    int cutBy = (vertices.outside(a) | vertices.outside(b) | vertices.outside(c)) & CUT_BY;
    if (cutBy != 0) {
      drawCut(vertices.clip(), a, b, c, cutBy);
      return;
    }
    place(vertices, a);
    place(vertices, b);
    place(vertices, c);
    rasterizer.draw(
        vertices.screenX(a),
        vertices.screenY(a),
        vertices.screenZ(a),
        vertices.screenX(b),
        vertices.screenY(b),
        vertices.screenZ(b),
        vertices.screenX(c),
        vertices.screenY(c),
        vertices.screenZ(c));
  }

  /** Puts a vertex on the screen, if no other triangle has. */
  private void place(ClipVertices vertices, int vertex) {
    if (!vertices.isPlaced(vertex)) {
      vertices.place(
          vertex,
          screenX(vertices.x(vertex)),
          screenY(vertices.y(vertex)),
          screenZ(vertices.z(vertex)));
    }
  }

  private void drawCut(double[] clip, int a, int b, int c, int cutBy) {
    System.arraycopy(clip, 4 * a, polygon, 0, 4);
    System.arraycopy(clip, 4 * b, polygon, 4, 4);
    System.arraycopy(clip, 4 * c, polygon, 8, 4);
    int corners = 3;
    for (int plane : CUTS) {
      if ((cutBy & plane) != 0) {
        corners = cut(corners, plane);
      }
    }
    for (int n = 0; n < corners; n++) {
      double w = polygon[4 * n + 3];
      screenX[n] = screenX(polygon[4 * n] / w);
      screenY[n] = screenY(polygon[4 * n + 1] / w);
      screenZ[n] = screenZ(polygon[4 * n + 2] / w);
    }
    for (int n = 2; n < corners; n++) {
      rasterizer.draw(
          screenX[0],
          screenY[0],
          screenZ[0],
          screenX[n - 1],
          screenY[n - 1],
          screenZ[n - 1],
          screenX[n],
          screenY[n],
          screenZ[n]);
    }
  }

  private int screenX(double x) {
    return (int) Math.rint(area.x(x) * SUBPIXELS);
  }

  private int screenY(double y) {
    return (int) Math.rint(area.y(y) * SUBPIXELS);
  }

  private long screenZ(double z) {
    // Of what is not cut off, rounding alone gets beyond.
    double within = z < 0 ? 0 : z > 1 ? 1 : z;
    return (long) Math.rint(area.z(within) * depthScale);
  }

  /** Cuts the polygon by one plane; returns how many corners are left. */
  private int cut(int corners, int plane) {
    int kept = 0;
    for (int n = 0; n < corners; n++) {
      int from = 4 * n;
      int to = 4 * ((n + 1) % corners);
      double here = distance(polygon, from, plane);
      double there = distance(polygon, to, plane);
      if (here >= 0) {
        System.arraycopy(polygon, from, cut, 4 * kept++, 4);
      }
      // From the inner to the outer end, so that two triangles cut their edge at the same point.
      if (here >= 0 && there < 0) {
        cross(from, to, here / (here - there), kept++);
      } else if (here < 0 && there >= 0) {
        cross(to, from, there / (there - here), kept++);
      }
    }
    double[] swap = polygon;
    polygon = cut;
    cut = swap;
    return kept;
  }

  private void cross(int inner, int outer, double share, int place) {
    for (int d = 0; d < 4; d++) {
      cut[4 * place + d] = polygon[inner + d] + share * (polygon[outer + d] - polygon[inner + d]);
    }
  }

  private static double distance(double[] vertices, int at, int plane) {
    double w = vertices[at + 3];
    return switch (plane) {
      case NEAR -> vertices[at + 2];
      case FAR -> w - vertices[at + 2];
      case GUARD_LEFT -> GUARD * w + vertices[at];
      case GUARD_RIGHT -> GUARD * w - vertices[at];
      case GUARD_LOWER -> GUARD * w + vertices[at + 1];
      case GUARD_UPPER -> GUARD * w - vertices[at + 1];
      default -> throw new AssertionError(plane);
    };
  }
}
