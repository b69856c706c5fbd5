package dev.magpie.workload.buddy;

/**
 * Geometry of an element of eight corners, [axis][corner], as {@code lulesh_geometry.cuh} has it.
 */
final class BlastElement {
  static final int CORNERS = 8;
  private static final int[][] NORMAL_FACES = {
    {0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}
  };
  private static final int[][] AREA_FACES = {
    {0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}
  };
  private static final int[][] AROUND = {
    {1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
    {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}
  };
  private static final int[][] PAIRS = {{1, 2, 0, 1}, {0, 4, 3, 4}, {3, 5, 2, 5}};
  private static final int[][] FROM = {{1, 2, 3, 0}, {3, 7, 4, 0}, {4, 5, 1, 0}};
  private static final int[][] TO = {{3, 7, 6, 2}, {4, 5, 6, 7}, {1, 2, 6, 5}};

  private BlastElement() {}

  static double dot(double[] a, double[] b) {
    return Math.fma(a[2], b[2], Math.fma(a[1], b[1], a[0] * b[0]));
  }

  private static void addCross(double[] a, double[] b, double scale, double[] sum) {
    for (int axis = 0; axis < 3; axis++) {
      int y = (axis + 1) % 3;
      int z = (axis + 2) % 3;
      sum[axis] = Math.fma(scale, Math.fma(a[y], b[z], -(a[z] * b[y])), sum[axis]);
    }
  }

  static double[] cross(double[] a, double[] b) {
    double[] product = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      int y = (axis + 1) % 3;
      int z = (axis + 2) % 3;
      product[axis] = Math.fma(a[y], b[z], -(a[z] * b[y]));
    }
    return product;
  }

  private static double[] between(double[][] n, int from, int to) {
    return new double[] {n[0][to] - n[0][from], n[1][to] - n[1][from], n[2][to] - n[2][from]};
  }

  /** Derivatives of the shape functions at the first four corners; gives the volume. */
  static double shapeDerivatives(double[][] n, double[][] b) {
    double[] xi = new double[3];
    double[] eta = new double[3];
    double[] zeta = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      double d60 = n[axis][6] - n[axis][0];
      double d53 = n[axis][5] - n[axis][3];
      double d71 = n[axis][7] - n[axis][1];
      double d42 = n[axis][4] - n[axis][2];
      xi[axis] = 0.125 * (d60 + d53 - (d71 + d42));
      eta[axis] = 0.125 * (d60 - d53 + (d71 - d42));
      zeta[axis] = 0.125 * (d60 + d53 + (d71 + d42));
    }
    double[] first = cross(eta, zeta);
    double[] second = cross(zeta, xi);
    double[] third = cross(xi, eta);
    for (int axis = 0; axis < 3; axis++) {
      b[axis][0] = -first[axis] - second[axis] - third[axis];
      b[axis][1] = first[axis] - second[axis] - third[axis];
      b[axis][2] = first[axis] + second[axis] - third[axis];
      b[axis][3] = second[axis] - first[axis] - third[axis];
    }
    return 8 * dot(eta, second);
  }

  static double[][] cornerNormals(double[][] n) {
    double[][] normals = new double[CORNERS][3];
    for (int[] face : NORMAL_FACES) {
      double[] first = new double[3];
      double[] second = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        double d20 = n[axis][face[2]] - n[axis][face[0]];
        double d31 = n[axis][face[3]] - n[axis][face[1]];
        first[axis] = 0.5 * (d20 + d31);
        second[axis] = 0.5 * (d20 - d31);
      }
      for (int corner : face) {
        addCross(first, second, 0.25, normals[corner]);
      }
    }
    return normals;
  }

  /** How the volume changes with each corner. */
  static double[][] volumeDerivatives(double[][] n) {
    double[][] derivatives = new double[CORNERS][3];
    double[] a = new double[3];
    double[] b = new double[3];
    for (int corner = 0; corner < CORNERS; corner++) {
      int[] around = AROUND[corner];
      for (int[] pair : PAIRS) {
        for (int axis = 0; axis < 3; axis++) {
          a[axis] = n[axis][around[pair[0]]] + n[axis][around[pair[1]]];
          b[axis] = n[axis][around[pair[2]]] + n[axis][around[pair[3]]];
        }
        addCross(a, b, 1.0 / 12.0, derivatives[corner]);
      }
    }
    return derivatives;
  }

  static double volume(double[][] n) {
    double volume = 0;
    for (int t = 0; t < 3; t++) {
      double[] a = between(n, FROM[t][0], TO[t][0]);
      double[] other = between(n, FROM[t][1], TO[t][1]);
      double[] area = cross(between(n, FROM[t][2], TO[t][2]), between(n, FROM[t][3], TO[t][3]));
      for (int axis = 0; axis < 3; axis++) {
        volume = Math.fma(a[axis] + other[axis], area[axis], volume);
      }
    }
    return volume * (1.0 / 12.0);
  }

  static double characteristicLength(double[][] n, double volume) {
    double largest = 0;
    double[] difference = new double[3];
    double[] sum = new double[3];
    for (int[] face : AREA_FACES) {
      for (int axis = 0; axis < 3; axis++) {
        double d20 = n[axis][face[2]] - n[axis][face[0]];
        double d31 = n[axis][face[3]] - n[axis][face[1]];
        difference[axis] = d20 - d31;
        sum[axis] = d20 + d31;
      }
      double mixed = dot(difference, sum);
      double area = Math.fma(dot(difference, difference), dot(sum, sum), -(mixed * mixed));
      largest = area > largest ? area : largest;
    }
    return 4 * volume / Math.sqrt(largest);
  }

  static double cubeRoot(double x) {
    double root = Double.longBitsToDouble(Double.doubleToRawLongBits(x) / 3 + 0x2A9F7893782DA1CEL);
    for (int i = 0; i < 5; i++) {
      root = Math.fma(-1.0 / 3.0, root - x / (root * root), root);
    }
    return root;
  }
}
