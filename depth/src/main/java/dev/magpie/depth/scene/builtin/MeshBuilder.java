package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.mesh.TriangleList;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;

/** Puts a mesh together from simple solids and surfaces; y is up, fronts face outwards. */
final class MeshBuilder {
  private final TriangleList triangles = new TriangleList("a built-in mesh");

  /** A point of a surface. */
  interface Surface {
    Vector3 at(double u, double v);
  }

  /** Adds a vertex and returns its number. */
  int vertex(double x, double y, double z) {
    triangles.vertex((float) x, (float) y, (float) z);
    return triangles.vertices() - 1;
  }

  int vertex(Vector3 at) {
    return vertex(at.x(), at.y(), at.z());
  }

  void triangle(int a, int b, int c) {
    triangles.triangle(a, b, c);
  }

  /** A quadrilateral, counter-clockwise from its front. */
  void quad(int a, int b, int c, int d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }

  void quad(Vector3 a, Vector3 b, Vector3 c, Vector3 d) {
    quad(vertex(a), vertex(b), vertex(c), vertex(d));
  }

  /** A box with sides along the axes. */
  void box(double x0, double y0, double z0, double x1, double y1, double z1) {
    int[] c = new int[8];
    for (int n = 0; n < 8; n++) {
      c[n] = vertex((n & 1) == 0 ? x0 : x1, (n & 2) == 0 ? y0 : y1, (n & 4) == 0 ? z0 : z1);
    }
    quad(c[0], c[4], c[6], c[2]);
    quad(c[1], c[3], c[7], c[5]);
    quad(c[0], c[1], c[5], c[4]);
    quad(c[2], c[6], c[7], c[3]);
    quad(c[0], c[2], c[3], c[1]);
    quad(c[4], c[5], c[7], c[6]);
  }

  /**
   * A curved surface cut into {@code across} by {@code down} quadrilaterals, u and v from 0 to 1,
   * row by row; its front is where d/du x d/dv points.
   */
  void surface(int across, int down, Surface surface) {
    int first = triangles.vertices();
    for (int j = 0; j <= down; j++) {
      for (int i = 0; i <= across; i++) {
        vertex(surface.at((double) i / across, (double) j / down));
      }
    }
    for (int j = 0; j < down; j++) {
      for (int i = 0; i < across; i++) {
        int a = first + j * (across + 1) + i;
        quad(a, a + 1, a + across + 2, a + across + 1);
      }
    }
  }

  /** An upright column that is turned on a lathe. */
  void lathe(double x, double z, int around, double[] radii, double[] heights) {
    surface(
        around,
        radii.length - 1,
        (u, v) -> {
          int ring = (int) Math.rint(v * (radii.length - 1));
          double angle = -2 * Math.PI * (u == 1 ? 0 : u);
          return new Vector3(
              x + radii[ring] * StrictMath.cos(angle),
              heights[ring],
              z + radii[ring] * StrictMath.sin(angle));
        });
  }

  /** The direction at angles around y and down from it. */
  static Vector3 direction(double around, double down) {
    return new Vector3(
        StrictMath.sin(down) * StrictMath.cos(around),
        StrictMath.cos(down),
        StrictMath.sin(down) * StrictMath.sin(around));
  }

  Mesh build(String name) {
    return triangles.mesh(name);
  }
}
