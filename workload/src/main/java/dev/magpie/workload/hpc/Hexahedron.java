package dev.magpie.workload.hpc;

import java.util.Arrays;

/**
 * A hexahedron with eight nodes, by coordinate and node: those of its lower face around, then those
 * of its upper face above them.
 */
final class Hexahedron {
  static final int NODES = 8;

  private static final int[][] FACES = {
    {0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}
  };

  /** For each node, those that its derivative of the volume needs: three beside it come first. */
  private static final int[][] AROUND = {
    {1, 2, 3, 4, 5, 7},
    {2, 3, 0, 5, 6, 4},
    {3, 0, 1, 6, 7, 5},
    {0, 1, 2, 7, 4, 6},
    {7, 6, 5, 0, 3, 1},
    {4, 7, 6, 1, 0, 2},
    {5, 4, 7, 2, 1, 3},
    {6, 5, 4, 3, 2, 0}
  };

  final double[][] at = new double[3][NODES];

  /** What the last call computed, by coordinate and node. */
  final double[][] result = new double[3][NODES];

  private final double[][] jacobian = new double[3][3];
  private final double[][] cofactor = new double[3][3];

  /** Takes the coordinates, or what else has three components, of an element's nodes. */
  void gather(double[][] field, int[] nodelist, int element) {
    for (int node = 0; node < NODES; node++) {
      int from = nodelist[NODES * element + node];
      for (int axis = 0; axis < 3; axis++) {
        at[axis][node] = field[axis][from];
      }
    }
  }

  /** Its volume: three triple products of diagonals. */
  double volume() {
    return (triple(3, 1, 7, 2, 6, 3, 2, 0)
            + triple(4, 3, 5, 7, 6, 4, 7, 0)
            + triple(1, 4, 2, 5, 6, 1, 5, 0))
        / 12;
  }

  /** Of (a - b + c - d), e - f and g - h. */
  private double triple(int a, int b, int c, int d, int e, int f, int g, int h) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      double[] x = at[axis];
      double[] y = at[(axis + 1) % 3];
      double[] z = at[(axis + 2) % 3];
      sum +=
          (x[a] - x[b] + x[c] - x[d])
              * ((y[e] - y[f]) * (z[g] - z[h]) - (z[e] - z[f]) * (y[g] - y[h]));
    }
    return sum;
  }

  /** How the volume changes with each coordinate of each node. */
  void volumeDerivatives() {
    for (int axis = 0; axis < 3; axis++) {
      double[] y = at[(axis + 1) % 3];
      double[] z = at[(axis + 2) % 3];
      for (int node = 0; node < NODES; node++) {
        int[] n = AROUND[node];
        result[axis][node] =
            ((y[n[1]] + y[n[2]]) * (z[n[0]] + z[n[1]])
                    - (y[n[0]] + y[n[1]]) * (z[n[1]] + z[n[2]])
                    + (y[n[0]] + y[n[4]]) * (z[n[3]] + z[n[4]])
                    - (y[n[3]] + y[n[4]]) * (z[n[0]] + z[n[4]])
                    - (y[n[2]] + y[n[5]]) * (z[n[3]] + z[n[5]])
                    + (y[n[3]] + y[n[5]]) * (z[n[2]] + z[n[5]]))
                / 12;
      }
    }
  }

  /**
   * Derivatives of the shape functions at the middle, times the volume.
   *
   * @return the volume, as the Jacobian has it
   */
  double shapeDerivatives() {
    for (int axis = 0; axis < 3; axis++) {
      double[] x = at[axis];
      double d0 = x[6] - x[0];
      double d1 = x[5] - x[3];
      double d2 = x[7] - x[1];
      double d3 = x[4] - x[2];
      jacobian[0][axis] = 0.125 * (d0 + d1 - d2 - d3);
      jacobian[1][axis] = 0.125 * (d0 - d1 + d2 - d3);
      jacobian[2][axis] = 0.125 * (d0 + d1 + d2 + d3);
    }
    for (int i = 0; i < 3; i++) {
      double[] one = jacobian[(i + 1) % 3];
      double[] other = jacobian[(i + 2) % 3];
      for (int axis = 0; axis < 3; axis++) {
        int y = (axis + 1) % 3;
        int z = (axis + 2) % 3;
        cofactor[i][axis] = one[y] * other[z] - one[z] * other[y];
      }
    }
    double determinant = 0;
    for (int axis = 0; axis < 3; axis++) {
      double xi = cofactor[0][axis];
      double eta = cofactor[1][axis];
      double zeta = cofactor[2][axis];
      double[] b = result[axis];
      b[0] = -xi - eta - zeta;
      b[1] = xi - eta - zeta;
      b[2] = xi + eta - zeta;
      b[3] = -xi + eta - zeta;
      for (int node = 4; node < NODES; node++) {
        b[node] = -b[(node - 2) % 4];
      }
      determinant += jacobian[1][axis] * eta;
    }
    return 8 * determinant;
  }

  /** For each node, a quarter of the areas of its faces, as vectors. */
  void nodeNormals() {
    for (double[] normal : result) {
      Arrays.fill(normal, 0);
    }
    for (int[] n : FACES) {
      for (int axis = 0; axis < 3; axis++) {
        double[] y = at[(axis + 1) % 3];
        double[] z = at[(axis + 2) % 3];
        double y0 = 0.5 * (y[n[3]] + y[n[2]] - y[n[1]] - y[n[0]]);
        double z0 = 0.5 * (z[n[3]] + z[n[2]] - z[n[1]] - z[n[0]]);
        double y1 = 0.5 * (y[n[2]] + y[n[1]] - y[n[3]] - y[n[0]]);
        double z1 = 0.5 * (z[n[2]] + z[n[1]] - z[n[3]] - z[n[0]]);
        double area = 0.25 * (y0 * z1 - z0 * y1);
        for (int node : n) {
          result[axis][node] += area;
        }
      }
    }
  }

  /** Its volume by the area of its largest face. */
  double length(double volume) {
    double most = 0;
    for (int[] n : FACES) {
      double ff = 0;
      double gg = 0;
      double fg = 0;
      for (double[] x : at) {
        double one = x[n[2]] - x[n[0]];
        double other = x[n[3]] - x[n[1]];
        ff += (one - other) * (one - other);
        gg += (one + other) * (one + other);
        fg += (one - other) * (one + other);
      }
      most = Math.max(most, ff * gg - fg * fg);
    }
    return 4 * volume / Math.sqrt(most);
  }

  /** How far apart the middles of two opposite faces are, along a coordinate. */
  double across(Direction direction, int axis) {
    double[] x = at[axis];
    return switch (direction) {
      case XI -> 0.25 * ((x[1] + x[2] + x[6] + x[5]) - (x[0] + x[3] + x[7] + x[4]));
      case ETA -> -0.25 * ((x[0] + x[1] + x[5] + x[4]) - (x[3] + x[2] + x[6] + x[7]));
      case ZETA -> 0.25 * ((x[4] + x[5] + x[6] + x[7]) - (x[0] + x[1] + x[2] + x[3]));
    };
  }

  /** Its own directions. */
  enum Direction {
    XI,
    ETA,
    ZETA
  }
}
