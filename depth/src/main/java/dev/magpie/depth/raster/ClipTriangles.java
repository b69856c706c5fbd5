package dev.magpie.depth.raster;

import java.util.Arrays;

/**
 * Triangles after the vertex stages, in clip space: what is seen has {@code -w <= x, y <= w} and
 * {@code 0 <= z <= w}, {@code y} upwards. All coordinates are finite, and all vertices named exist.
 */
public final class ClipTriangles {
  /** So that no sum or product of coordinates overflows. */
  public static final double MAX_COORDINATE = Float.MAX_VALUE;

  private final double[] vertices;
  private final int[] indices;

  /**
   * Takes the arrays, which change no more, and checks every value.
   *
   * @param vertices x, y, z and w of each
   * @param indices three vertices for each triangle
   * @throws IllegalArgumentException naming the first value that is wrong
   */
  public ClipTriangles(double[] vertices, int[] indices) {
    if (vertices.length % 4 != 0 || indices.length % 3 != 0) {
      throw new IllegalArgumentException(
          "coordinates of vertices come in fours, and vertices of triangles in threes");
    }
    for (int n = 0; n < vertices.length; n += 4) {
      check(vertices, n);
    }
    for (int n = 0; n < indices.length; n++) {
      if (indices[n] < 0 || indices[n] >= vertices.length / 4) {
        throw new IllegalArgumentException(
            "triangle %d (counted from 0) names vertex %d, but there are %d"
                .formatted(n / 3, indices[n], vertices.length / 4));
      }
    }
    this.vertices = vertices;
    this.indices = indices;
  }

  private static void check(double[] vertices, int at) {
    boolean nowhere = true;
    for (int n = at; n < at + 4; n++) {
      if (!(Math.abs(vertices[n]) <= MAX_COORDINATE)) {
        throw new IllegalArgumentException(
            "vertex %d (counted from 0) has the coordinate %s; they are finite and no larger than"
                    .formatted(at / 4, vertices[n])
                + " a float's");
      }
      nowhere &= vertices[n] == 0;
    }
    if (nowhere) {
      throw new IllegalArgumentException(
          "vertex %d (counted from 0) is nowhere: its x, y, z and w are 0".formatted(at / 4));
    }
  }

  /** The coordinates: x, y, z and w of each vertex. Not to be changed. */
  public double[] vertices() {
    return vertices;
  }

  /** The triangles: three vertices each. Not to be changed. */
  public int[] indices() {
    return indices;
  }

  /** How many vertices there are. */
  public int count() {
    return vertices.length / 4;
  }

  /** How many triangles there are. */
  public int triangles() {
    return indices.length / 3;
  }

  /** Whether the other has the same vertices and triangles. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ClipTriangles that
        && Arrays.equals(vertices, that.vertices)
        && Arrays.equals(indices, that.indices);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(vertices) + Arrays.hashCode(indices);
  }
}
