package dev.magpie.workload.buddy;

import java.util.function.IntConsumer;

/**
 * Steps of the compressible Euler equations with viscosity, in plain Java: what {@link BlockLines}
 * begins with, and what it should give. Arrays have a plane of cells for each component; cells on
 * the boundary stay as they are.
 */
final class BlockTridiagonalSteps {
  static final int COMPONENTS = GasCell.COMPONENTS;

  /** A step over twice the distance of cells. */
  static final double LAMBDA = 0.4;

  /** Viscosity times a step over the square of the distance of cells. */
  static final double NU = 0.05;

  private final int n;
  private final int cells;
  private final int[] stride;

  BlockTridiagonalSteps(int n) {
    this.n = n;
    cells = n * n * n;
    stride = new int[] {1, n, n * n};
  }

  /** A value for each cell of where it is, from 0 to 1 in each direction. */
  private interface Field {
    double at(double x, double y, double z);
  }

  private void sample(double[] planes, int m, int margin, Field field) {
    for (int k = margin; k < n - margin; k++) {
      for (int j = margin; j < n - margin; j++) {
        for (int i = margin; i < n - margin; i++) {
          planes[m * cells + i + n * (j + n * k)] =
              field.at(i / (n - 1.0), j / (n - 1.0), k / (n - 1.0));
        }
      }
    }
  }

  private static double sin(double x) {
    return StrictMath.sin(Math.PI * x);
  }

  /** Eddies in a gas that is denser and hotter in the middle. */
  double[] start() {
    double[] u = new double[COMPONENTS * cells];
    sample(u, 0, 0, (x, y, z) -> 1 + 0.3 * sin(x) * sin(y) * sin(z));
    sample(u, 1, 0, (x, y, z) -> 0.2 * sin(x) * sin(2 * y) * sin(z));
    sample(u, 2, 0, (x, y, z) -> -0.2 * sin(2 * x) * sin(y) * sin(z));
    sample(u, 3, 0, (x, y, z) -> 0.1 * sin(x) * sin(y) * sin(2 * z));
    sample(u, GasCell.ENERGY, 0, (x, y, z) -> 2 + sin(x) * sin(y) * sin(z));
    return u;
  }

  /** A source of heat beside the middle, and one of momentum. */
  double[] forcing() {
    double[] f = new double[COMPONENTS * cells];
    sample(f, 1, 1, (x, y, z) -> 1e-3 * sin(y) * sin(z));
    sample(f, GasCell.ENERGY, 1, (x, y, z) -> 1e-2 * sin(x) * sin(2 * y) * sin(z));
    return f;
  }

  /** All components after some steps. */
  double[] after(int steps) {
    double[] u = start();
    double[] forcing = forcing();
    double[] rhs = new double[u.length];
    for (int step = 0; step < steps; step++) {
      each(cell -> explicit(cell, u, forcing, rhs));
      for (int direction = 0; direction < 3; direction++) {
        int across = stride[(direction + 1) % 3];
        int other = stride[(direction + 2) % 3];
        for (int a = 1; a < n - 1; a++) {
          for (int b = 1; b < n - 1; b++) {
            solve(direction, a * across + b * other, u, rhs);
          }
        }
      }
      each(cell -> {
        for (int m = 0; m < COMPONENTS; m++) {
          u[m * cells + cell] += rhs[m * cells + cell];
        }
      });
    }
    return u;
  }

  private void each(IntConsumer update) {
    for (int k = 1; k < n - 1; k++) {
      for (int j = 1; j < n - 1; j++) {
        for (int i = 1; i < n - 1; i++) {
          update.accept(i + n * (j + n * k));
        }
      }
    }
  }

  private void explicit(int cell, double[] u, double[] forcing, double[] rhs) {
    GasCell here = new GasCell(u, cell);
    for (int m = 0; m < COMPONENTS; m++) {
      rhs[m * cells + cell] = forcing[m * cells + cell];
    }
    for (int direction = 0; direction < 3; direction++) {
      GasCell below = new GasCell(u, cell - stride[direction]);
      GasCell above = new GasCell(u, cell + stride[direction]);
      for (int m = 0; m < COMPONENTS; m++) {
        double spread = Math.fma(-2, here.diffusing(m), below.diffusing(m) + above.diffusing(m));
        double flow = above.flux(m, direction) - below.flux(m, direction);
        int at = m * cells + cell;
        rhs[at] = Math.fma(NU, spread, Math.fma(-LAMBDA, flow, rhs[at]));
      }
    }
  }

  /** Solves along a line; the blocks after the diagonal become what the next unknowns count. */
  private void solve(int direction, int first, double[] u, double[] rhs) {
    double[][][] after = new double[n][COMPONENTS][COMPONENTS];
    double[] r = new double[COMPONENTS];
    for (int place = 1; place < n - 1; place++) {
      int cell = first + place * stride[direction];
      GasCell below = new GasCell(u, cell - stride[direction]);
      GasCell here = new GasCell(u, cell);
      GasCell above = new GasCell(u, cell + stride[direction]);
      double[][] diagonal = new double[COMPONENTS][COMPONENTS];
      double[] right = new double[COMPONENTS];
      for (int row = 0; row < COMPONENTS; row++) {
        right[row] = rhs[row * cells + cell];
        for (int column = 0; column < COMPONENTS; column++) {
          diagonal[row][column] =
              Math.fma(2 * NU, here.diffusionJacobian(row, column), row == column ? 1 : 0);
          after[place][row][column] =
              Math.fma(
                  LAMBDA,
                  above.fluxJacobian(direction, row, column),
                  -NU * above.diffusionJacobian(row, column));
        }
        for (int k = 0; k < COMPONENTS; k++) {
          double before =
              Math.fma(
                  -LAMBDA,
                  below.fluxJacobian(direction, row, k),
                  -NU * below.diffusionJacobian(row, k));
          right[row] = Math.fma(-before, r[k], right[row]);
          for (int column = 0; column < COMPONENTS; column++) {
            diagonal[row][column] =
                Math.fma(-before, after[place - 1][k][column], diagonal[row][column]);
          }
        }
      }
      eliminate(diagonal, after[place], right);
      for (int row = 0; row < COMPONENTS; row++) {
        rhs[row * cells + cell] = right[row];
      }
      r = right;
    }
    substitute(direction, first, after, rhs);
  }

  private static void eliminate(double[][] diagonal, double[][] next, double[] right) {
    for (int pivot = 0; pivot < COMPONENTS; pivot++) {
      double inverse = 1 / diagonal[pivot][pivot];
      for (int column = 0; column < COMPONENTS; column++) {
        diagonal[pivot][column] *= inverse;
        next[pivot][column] *= inverse;
      }
      right[pivot] *= inverse;
      for (int row = 0; row < COMPONENTS; row++) {
        if (row != pivot) {
          double factor = diagonal[row][pivot];
          for (int column = 0; column < COMPONENTS; column++) {
            diagonal[row][column] =
                Math.fma(-factor, diagonal[pivot][column], diagonal[row][column]);
            next[row][column] = Math.fma(-factor, next[pivot][column], next[row][column]);
          }
          right[row] = Math.fma(-factor, right[pivot], right[row]);
        }
      }
    }
  }

  private void substitute(int direction, int first, double[][][] after, double[] rhs) {
    double[] x = new double[COMPONENTS];
    for (int place = n - 2; place >= 1; place--) {
      int cell = first + place * stride[direction];
      double[] here = new double[COMPONENTS];
      for (int row = 0; row < COMPONENTS; row++) {
        here[row] = rhs[row * cells + cell];
        for (int column = 0; column < COMPONENTS; column++) {
          here[row] = Math.fma(-after[place][row][column], x[column], here[row]);
        }
      }
      for (int row = 0; row < COMPONENTS; row++) {
        rhs[row * cells + cell] = here[row];
      }
      x = here;
    }
  }
}
