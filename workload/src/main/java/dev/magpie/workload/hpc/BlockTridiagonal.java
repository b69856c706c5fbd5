package dev.magpie.workload.hpc;

import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.Map;

/**
 * NPB BT: {@link NavierStokes} by block tridiagonal systems of 5 x 5 blocks, which are solved
 * without pivots. The memory is that of its port to OpenACC, which 370.bt comes from: on the device
 * it has, beside the state, both Jacobians and three blocks of every cell, the same for each axis
 * here as they are as large. Left out are arrays of one line, with which the forcing is computed.
 */
final class BlockTridiagonal extends NavierStokes {
  private static final int BLOCK = COMPONENTS * COMPONENTS;

  /** Of convection and of diffusion: by element, place along the axis, and two places across. */
  private final double[] fjac;

  private final double[] njac;

  /** By element, block of the row, place along the axis, and two places across. */
  private final double[] lhs;

  private final int wide;

  /** One cell's. */
  private final double[] state = new double[COMPONENTS];

  private final double[] f = new double[BLOCK];
  private final double[] d = new double[BLOCK];
  private final double[] a = new double[BLOCK];
  private final double[] b = new double[BLOCK];
  private final double[] c = new double[BLOCK];
  private final double[] before = new double[BLOCK];
  private final double[] right = new double[COMPONENTS];

  private BlockTridiagonal(Settings settings) {
    super(problem(settings), steps(settings), false);
    wide = n - 1;
    fjac = new double[BLOCK * (n + 1) * wide * wide];
    njac = new double[BLOCK * (n + 1) * wide * wide];
    lhs = new double[3 * BLOCK * n * wide * wide];
    initialize();
  }

  private static Problem problem(Settings settings) {
    return switch (settings.word("class")) {
      case "S" -> new Problem(12, 1e-2);
      case "W" -> new Problem(24, 0.8e-3);
      case "A" -> new Problem(64, 0.8e-3);
      case "B" -> new Problem(102, 3e-4);
      default -> new Problem(162, 1e-4);
    };
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "bt",
        SeriesProgram.Kind.HPC,
        "370.bt",
        "Navier-Stokes equations by lines of 5 x 5 blocks",
        "error of the density",
        parameters(100, 200),
        BlockTridiagonal::new);
  }

  @Override
  void step(int number) {
    computeRhs();
    for (int axis = 0; axis < 3; axis++) {
      int across = axis == 0 ? stride[1] : stride[0];
      int fastest = axis == 2 ? stride[1] : stride[2];
      for (int p = 1; p < n - 1; p++) {
        for (int q = 0; q < n; q++) {
          for (int r = 1; r < n - 1; r++) {
            jacobians(axis, q * stride[axis] + p * across + r * fastest, (q * wide + p) * wide + r);
          }
        }
        for (int q = 0; q < n; q++) {
          for (int r = 1; r < n - 1; r++) {
            blocks(axis, q, (q * wide + p) * wide + r);
          }
        }
        solve(stride[axis], p * across, fastest, p);
      }
    }
    add();
  }

  private void jacobians(int axis, int cell, int place) {
    for (int m = 0; m < COMPONENTS; m++) {
      state[m] = u[at(m, cell)];
    }
    convection(axis + 1, rhoI[cell], square[cell], qs[cell]);
    diffusion(axis + 1, rhoI[cell]);
    int length = (n + 1) * wide * wide;
    for (int e = 0; e < BLOCK; e++) {
      fjac[e * length + place] = f[e];
      njac[e * length + place] = d[e];
    }
  }

  /**
   * The Jacobian of what flows along an axis.
   *
   * @param axis the component of its momentum
   */
  private void convection(int axis, double inverse, double kinetic, double specific) {
    double inverse2 = inverse * inverse;
    double m = state[axis];
    Arrays.fill(f, 0);
    f[axis] = 1;
    for (int row = 1; row < 4; row++) {
      int i = COMPONENTS * row;
      f[i] = -(m * state[row]) * inverse2;
      f[i + axis] = state[row] * inverse;
      f[i + row] = m * inverse;
      f[4 * COMPONENTS + row] = -C2 * (state[row] * m) * inverse2;
    }
    int i = COMPONENTS * axis;
    for (int column = 1; column < 4; column++) {
      f[i + column] = -C2 * (state[column] * inverse);
    }
    f[i] += C2 * specific;
    f[i + axis] = (2 - C2) * (m / state[0]);
    f[i + 4] = C2;
    int last = 4 * COMPONENTS;
    f[last] = (C2 * 2 * kinetic - C1 * state[4]) * (m * inverse2);
    f[last + axis] = C1 * state[4] * inverse - C2 * (m * m * inverse2 + specific);
    f[last + 4] = C1 * (m * inverse);
  }

  /** The Jacobian of what diffuses along an axis. */
  private void diffusion(int axis, double inverse) {
    double inverse2 = inverse * inverse;
    Arrays.fill(d, 0);
    int last = 4 * COMPONENTS;
    d[last] = -C1345 * inverse2 * state[4];
    for (int row = 1; row < 4; row++) {
      double viscosity = row == axis ? CON43 * C3C4 : C3C4;
      d[COMPONENTS * row] = -viscosity * inverse2 * state[row];
      d[COMPONENTS * row + row] = viscosity * inverse;
      d[last] -= (viscosity - C1345) * inverse * inverse2 * (state[row] * state[row]);
      d[last + row] = (viscosity - C1345) * inverse2 * state[row];
    }
    d[last + 4] = C1345 * inverse;
  }

  /** Writes the three blocks of a row, which of both ends are those of a still state. */
  private void blocks(int axis, int q, int place) {
    boolean end = q == 0 || q == n - 1;
    int length = (n + 1) * wide * wide;
    int slice = wide * wide;
    double one = dt / (h * h);
    double two = dt / (2 * h);
    for (int e = 0; e < BLOCK; e++) {
      boolean diagonal = e % (COMPONENTS + 1) == 0;
      double own = diagonal ? one * D[axis] : 0;
      double unit = diagonal ? 1 : 0;
      int i = e * length + place;
      int to = 3 * e * n * slice + place;
      if (end) {
        lhs[to] = 0;
        lhs[to + n * slice] = unit;
        lhs[to + 2 * n * slice] = 0;
      } else {
        lhs[to] = -two * fjac[i - slice] - one * njac[i - slice] - own;
        lhs[to + n * slice] = unit + one * 2 * njac[i] + 2 * own;
        lhs[to + 2 * n * slice] = two * fjac[i + slice] - one * njac[i + slice] - own;
      }
    }
  }

  private void load(int block, int place, double[] to) {
    int length = n * wide * wide;
    for (int e = 0; e < BLOCK; e++) {
      to[e] = lhs[(3 * e + block) * length + place];
    }
  }

  private void store(int block, int place, double[] from) {
    int length = n * wide * wide;
    for (int e = 0; e < BLOCK; e++) {
      lhs[(3 * e + block) * length + place] = from[e];
    }
  }

  /** Solves the lines of a plane. */
  private void solve(int along, int start, int fastest, int p) {
    for (int q = 0; q < n; q++) {
      for (int r = 1; r < n - 1; r++) {
        int place = (q * wide + p) * wide + r;
        int cell = start + q * along + r * fastest;
        load(1, place, b);
        load(2, place, c);
        for (int m = 0; m < COMPONENTS; m++) {
          right[m] = rhs[at(m, cell)];
        }
        if (q > 0) {
          load(0, place, a);
          load(2, place - wide * wide, before);
          subtractBefore(cell - along);
        }
        invert();
        store(1, place, b);
        store(2, place, c);
        for (int m = 0; m < COMPONENTS; m++) {
          rhs[at(m, cell)] = right[m];
        }
      }
    }
    for (int q = n - 2; q >= 0; q--) {
      for (int r = 1; r < n - 1; r++) {
        load(2, (q * wide + p) * wide + r, c);
        int cell = start + q * along + r * fastest;
        for (int row = 0; row < COMPONENTS; row++) {
          double sum = 0;
          for (int column = 0; column < COMPONENTS; column++) {
            sum += c[COMPONENTS * row + column] * rhs[at(column, cell + along)];
          }
          rhs[at(row, cell)] -= sum;
        }
      }
    }
  }

  /** Takes away what the row before has: from the right-hand side and from the diagonal block. */
  private void subtractBefore(int cellBefore) {
    for (int m = 0; m < COMPONENTS; m++) {
      state[m] = rhs[at(m, cellBefore)];
    }
    for (int row = 0; row < BLOCK; row += COMPONENTS) {
      for (int k = 0; k < COMPONENTS; k++) {
        double factor = a[row + k];
        right[row / COMPONENTS] -= factor * state[k];
        for (int column = 0; column < COMPONENTS; column++) {
          b[row + column] -= factor * before[COMPONENTS * k + column];
        }
      }
    }
  }

  /** Multiplies the block above and the right-hand side by the inverse of the diagonal block. */
  private void invert() {
    for (int pivot = 0; pivot < COMPONENTS; pivot++) {
      int row = COMPONENTS * pivot;
      double inverse = 1 / b[row + pivot];
      for (int column = 0; column < COMPONENTS; column++) {
        b[row + column] *= column > pivot ? inverse : 1;
        c[row + column] *= inverse;
      }
      right[pivot] *= inverse;
      for (int other = 0; other < COMPONENTS; other++) {
        if (other != pivot) {
          double factor = b[COMPONENTS * other + pivot];
          for (int column = 0; column < COMPONENTS; column++) {
            if (column > pivot) {
              b[COMPONENTS * other + column] -= factor * b[row + column];
            }
            c[COMPONENTS * other + column] -= factor * c[row + column];
          }
          right[other] -= factor * right[pivot];
        }
      }
    }
  }

  @Override
  public Map<String, Object> arrays() {
    return shared().f64("fjac", fjac).f64("njac", njac).f64("lhs", lhs).arrays();
  }
}
