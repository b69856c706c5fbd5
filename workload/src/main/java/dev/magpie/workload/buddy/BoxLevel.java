package dev.magpie.workload.buddy;

import java.util.Arrays;

/**
 * A level of a finite-volume multigrid on a cube with zero walls: boxes of cells, each with all of
 * its vectors, [box][vector][k][j][i], and a layer of ghost cells around every vector. What it
 * computes are the operations of {@code hpgmg.cu}, one for one.
 */
final class BoxLevel {
  static final int TEMP = 0;
  static final int EXACT = 1;
  static final int RESIDUAL = 2;
  static final int F = 3;
  static final int U = 4;
  static final int VECTORS = 12;
  private static final int ALPHA = 5;
  private static final int BETA = 6;
  private static final int DINV = 9;

  /** Rows begin at multiples of so many doubles, as in HPGMG. */
  private static final int ROW_ALIGNMENT = 4;

  final int across;
  final int box;
  final int row;
  final int layer;
  final double h2inv;
  final double[] data;

  /** A level of smooth coefficients, its unknowns and right side zero. */
  BoxLevel(int across, int box) {
    this.across = across;
    this.box = box;
    row = Math.ceilDiv(box + 2, ROW_ALIGNMENT) * ROW_ALIGNMENT;
    layer = row * (box + 2);
    int n = across * box;
    h2inv = (double) n * n;
    data = new double[boxes() * VECTORS * layer * (box + 2)];
    double h = 1.0 / n;
    for (int b = 0; b < boxes(); b++) {
      for (int k = 0; k <= box; k++) {
        for (int j = 0; j <= box; j++) {
          for (int i = 0; i <= box; i++) {
            double x = (origin(b, 0) + i + 0.5) * h;
            double y = (origin(b, 1) + j + 0.5) * h;
            double z = (origin(b, 2) + k + 0.5) * h;
            data[at(b, ALPHA, i, j, k)] = coefficient(y, z, x);
            data[at(b, BETA, i, j, k)] = coefficient(x - h / 2, y, z);
            data[at(b, BETA + 1, i, j, k)] = coefficient(x, y - h / 2, z);
            data[at(b, BETA + 2, i, j, k)] = coefficient(x, y, z - h / 2);
          }
        }
      }
    }
    each(this::invertDiagonal);
  }

  /** What visits the cells of a level. */
  interface Visitor {
    void visit(int box, int i, int j, int k);
  }

  int boxes() {
    return across * across * across;
  }

  private int origin(int b, int axis) {
    return b / (axis == 0 ? 1 : axis == 1 ? across : across * across) % across * box;
  }

  private static double coefficient(double x, double y, double z) {
    return 1
        + 0.25
            * StrictMath.sin(2 * Math.PI * x)
            * StrictMath.sin(2 * Math.PI * y)
            * StrictMath.sin(2 * Math.PI * z);
  }

  /** A ghost cell at a wall is what is in front of it, negative: its face counts twice. */
  private void invertDiagonal(int b, int i, int j, int k) {
    int[] inBox = {i, j, k};
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      int place = origin(b, axis) + inBox[axis];
      int cell = at(b, BETA + axis, i, j, k);
      sum += data[cell] * (place == 0 ? 2 : 1);
      sum += data[cell + stride(axis)] * (place == across * box - 1 ? 2 : 1);
    }
    data[at(b, DINV, i, j, k)] = 1 / (data[at(b, ALPHA, i, j, k)] + sum * h2inv);
  }

  private int stride(int axis) {
    return axis == 0 ? 1 : axis == 1 ? row : layer;
  }

  int at(int b, int vector, int i, int j, int k) {
    return ((b * VECTORS + vector) * (box + 2) + k + 1) * layer + (j + 1) * row + i + 1;
  }

  void each(Visitor visitor) {
    for (int b = 0; b < boxes(); b++) {
      for (int k = 0; k < box; k++) {
        for (int j = 0; j < box; j++) {
          for (int i = 0; i < box; i++) {
            visitor.visit(b, i, j, k);
          }
        }
      }
    }
  }

  /** Makes F such that a product of sines solves the discrete equations; U is zero then. */
  void pose() {
    double h = 1.0 / (across * box);
    each((b, i, j, k) ->
        data[at(b, U, i, j, k)] =
            StrictMath.sin(Math.PI * (origin(b, 0) + i + 0.5) * h)
                * StrictMath.sin(2 * Math.PI * (origin(b, 1) + j + 0.5) * h)
                * StrictMath.sin(3 * Math.PI * (origin(b, 2) + k + 0.5) * h));
    ghosts();
    each((b, i, j, k) -> data[at(b, F, i, j, k)] = applied(b, i, j, k));
    int volume = layer * (box + 2);
    for (int b = 0; b < boxes(); b++) {
      int u = (b * VECTORS + U) * volume;
      System.arraycopy(data, u, data, (b * VECTORS + EXACT) * volume, volume);
      Arrays.fill(data, u, u + volume, 0);
    }
  }

  private double applied(int b, int i, int j, int k) {
    int u = at(b, U, i, j, k);
    double here = data[u];
    double flux = 0;
    for (int axis = 0; axis < 3; axis++) {
      int stride = stride(axis);
      int beta = at(b, BETA + axis, i, j, k);
      double ahead = data[u + stride] - here;
      flux = axis == 0 ? data[beta + 1] * ahead : Math.fma(data[beta + stride], ahead, flux);
      flux = Math.fma(data[beta], data[u - stride] - here, flux);
    }
    return Math.fma(-h2inv, flux, data[at(b, ALPHA, i, j, k)] * here);
  }

  void ghosts() {
    for (int b = 0; b < boxes(); b++) {
      for (int axis = 0; axis < 3; axis++) {
        int apart = axis == 0 ? 1 : axis == 1 ? across : across * across;
        int place = b / apart % across;
        int end = (box - 1) * stride(axis);
        for (int q = 0; q < box; q++) {
          for (int p = 0; p < box; p++) {
            int along = (axis == 0 ? row : 1) * p + (axis == 2 ? row : layer) * q;
            int u = at(b, U, 0, 0, 0) + along;
            data[u - stride(axis)] =
                place == 0 ? -data[u] : data[at(b - apart, U, 0, 0, 0) + along + end];
            data[u + end + stride(axis)] =
                place == across - 1 ? -data[u + end] : data[at(b + apart, U, 0, 0, 0) + along];
          }
        }
      }
    }
  }

  /** Relaxes the cells of one colour. */
  void smooth(int colour) {
    each((b, i, j, k) -> {
      if ((origin(b, 0) + origin(b, 1) + origin(b, 2) + i + j + k) % 2 == colour) {
        int u = at(b, U, i, j, k);
        double residual = data[at(b, F, i, j, k)] - applied(b, i, j, k);
        data[u] = Math.fma(data[at(b, DINV, i, j, k)], residual, data[u]);
      }
    });
  }

  /** Relaxes red and black cells in turns. */
  void smoothings(int times) {
    for (int i = 0; i < 2 * times; i++) {
      ghosts();
      smooth(i % 2);
    }
  }

  void residual(int to) {
    ghosts();
    each((b, i, j, k) -> data[at(b, to, i, j, k)] = data[at(b, F, i, j, k)] - applied(b, i, j, k));
  }

  /** F from the residual of a finer level, and U zero. */
  void restrict(BoxLevel fine) {
    each((b, i, j, k) -> {
      double[] from = fine.data;
      double[] layers = new double[2];
      for (int l = 0; l < 2; l++) {
        int at = fine.at(b, TEMP, 2 * i, 2 * j, 2 * k + l);
        layers[l] = from[at] + from[at + 1] + (from[at + fine.row] + from[at + fine.row + 1]);
      }
      data[at(b, F, i, j, k)] = 0.125 * (layers[0] + layers[1]);
      data[at(b, U, i, j, k)] = 0;
    });
  }

  void interpolate(BoxLevel coarse) {
    each((b, i, j, k) ->
        data[at(b, U, i, j, k)] += coarse.data[coarse.at(b, U, i / 2, j / 2, k / 2)]);
  }

  /** The largest value of a vector less another, whatever its sign. */
  double largest(int vector, int less) {
    double[] most = {0};
    each((b, i, j, k) ->
        most[0] =
            Math.max(
                most[0],
                Math.abs(
                    data[at(b, vector, i, j, k)] - (less < 0 ? 0 : data[at(b, less, i, j, k)]))));
    return most[0];
  }
}
