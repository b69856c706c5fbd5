package dev.magpie.depth.raster;

/**
 * Vertices in clip space, with what is asked of them again and again: by which planes they are
 * outside, where they are over w, and where on the screen.
 */
final class ClipVertices {
  private static final byte CLASSIFIED = 0;
  private static final byte PROJECTED = 1;
  private static final byte PLACED = 2;

  /** x, y, z and w of each. */
  private final double[] clip;

  /** x, y and z over w. */
  private final double[] projected;

  private final int[] outside;

  /** Where they are on the screen, in sub-pixels; and how deep. */
  private final int[] screenX;

  private final int[] screenY;
  private final long[] screenZ;

  /** What is known of each. */
  private final byte[] known;

  ClipVertices(int vertices) {
    clip = new double[4 * vertices];
    projected = new double[3 * vertices];
    outside = new int[vertices];
    screenX = new int[vertices];
    screenY = new int[vertices];
    screenZ = new long[vertices];
    known = new byte[vertices];
  }

  /** x, y, z and w of each vertex, to be written; then {@link #classify} it. */
  double[] clip() {
    return clip;
  }

  /** Finds out what a vertex is outside of. */
  void classify(int vertex) {
    int at = 4 * vertex;
    outside[vertex] = Clipper.outside(clip[at], clip[at + 1], clip[at + 2], clip[at + 3]);
    known[vertex] = CLASSIFIED;
  }

  /** Finds where it is over w, which says nothing of vertices before the near plane. */
  void project(int vertex) {
    if (known[vertex] != CLASSIFIED) {
      return;
    }
    known[vertex] = PROJECTED;
    int at = 4 * vertex;
    double w = clip[at + 3];
    projected[3 * vertex] = clip[at] / w;
    projected[3 * vertex + 1] = clip[at + 1] / w;
    projected[3 * vertex + 2] = clip[at + 2] / w;
  }

  /** Puts a vertex in the middle of two. */
  void halve(int p, int q, int middle) {
    for (int d = 0; d < 4; d++) {
      clip[4 * middle + d] = (clip[4 * p + d] + clip[4 * q + d]) * 0.5;
    }
    classify(middle);
    project(middle);
  }

  /** The planes that a vertex is outside of; see {@link Clipper#outside}. */
  int outside(int vertex) {
    return outside[vertex];
  }

  /** Whether {@link #place} has been called since it was classified. */
  boolean isPlaced(int vertex) {
    return known[vertex] == PLACED;
  }

  /** Says where it is on the screen. */
  void place(int vertex, int x, int y, long z) {
    known[vertex] = PLACED;
    screenX[vertex] = x;
    screenY[vertex] = y;
    screenZ[vertex] = z;
  }

  int screenX(int vertex) {
    return screenX[vertex];
  }

  int screenY(int vertex) {
    return screenY[vertex];
  }

  long screenZ(int vertex) {
    return screenZ[vertex];
  }

  boolean seesNear(int vertex) {
    return clip[4 * vertex + 2] >= 0;
  }

  double x(int vertex) {
    return projected[3 * vertex];
  }

  double y(int vertex) {
    return projected[3 * vertex + 1];
  }

  double z(int vertex) {
    return projected[3 * vertex + 2];
  }
}
