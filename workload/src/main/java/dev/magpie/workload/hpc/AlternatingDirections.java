package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;

/**
 * Five coupled advection-diffusion equations driven to a known polynomial solution by implicit
 * sweeps along x, y and z, after NPB SP and BT: the arrays are theirs, with a tridiagonal system a
 * line in place of pentadiagonal or block ones.
 */
final class AlternatingDirections implements SeriesProgram.Running {
  private static final int N = 22;
  private static final int FIELDS = 5;
  private static final double H = 1.0 / (N - 1);
  private static final double STEP = 0.02;
  private static final double VISCOSITY = 0.1;
  private static final int STEPS = 8;

  private final Grid grid = new Grid(N, N, N);
  private final int cells = grid.cells();
  private final double[][] speed = new double[3][cells];
  private final double[] u = new double[FIELDS * cells];
  private final double[] exact = new double[FIELDS * cells];
  private final double[] rhs = new double[FIELDS * cells];
  private final double[] forcing = new double[FIELDS * cells];
  private final double[] rhoI = new double[cells];
  private final double[] qs = new double[cells];
  private final double[] square = new double[cells];
  private final double[] lhs = new double[3 * cells];

  AlternatingDirections() {
    grid.interior(
        0,
        (cell, x, y, z) -> {
          for (int m = 0; m < FIELDS; m++) {
            double value = 1 + m * 0.5;
            double start = value;
            double[] place = {x * H, y * H, z * H};
            for (int axis = 0; axis < 3; axis++) {
              double s = place[axis];
              value += (0.3 - 0.05 * m) * s + 0.2 * s * s - 0.15 * s * s * s + 0.1 * s * s * s * s;
              start += (0.3 - 0.05 * m + 0.15) * s;
            }
            exact[m * cells + cell] = value;
            boolean face = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
            u[m * cells + cell] = face ? value : start;
          }
        });
    derive(exact);
    for (int m = 0; m < FIELDS; m++) {
      int field = m * cells;
      grid.interior(1, (cell, _, _, _) -> forcing[field + cell] = change(exact, field, cell));
    }
  }

  /** What NPB keeps for each cell: velocities, the inverse density, energies. */
  private void derive(double[] from) {
    for (int cell = 0; cell < cells; cell++) {
      rhoI[cell] = 1 / from[cell];
      square[cell] = 0;
      for (int axis = 0; axis < 3; axis++) {
        double momentum = from[(axis + 1) * cells + cell];
        speed[axis][cell] = momentum * rhoI[cell];
        square[cell] += 0.5 * momentum * momentum * rhoI[cell];
      }
      qs[cell] = square[cell] * rhoI[cell];
    }
  }

  private double change(double[] from, int field, int cell) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      int stride = grid.stride(axis);
      double ahead = from[field + cell + stride];
      double behind = from[field + cell - stride];
      sum += speed[axis][cell] * (ahead - behind) / (2 * H);
      sum -= VISCOSITY * (ahead - 2 * from[field + cell] + behind) / (H * H);
    }
    return sum;
  }

  @Override
  public void advance() {
    for (int step = 0; step < STEPS; step++) {
      derive(u);
      for (int m = 0; m < FIELDS; m++) {
        int field = m * cells;
        grid.interior(
            1,
            (cell, _, _, _) ->
                rhs[field + cell] = STEP * (forcing[field + cell] - change(u, field, cell)));
      }
      for (int axis = 0; axis < 3; axis++) {
        sweep(axis);
      }
      for (int i = 0; i < u.length; i++) {
        u[i] += rhs[i];
      }
    }
  }

  /** Solves (1 + step (c d/ds - v d2/ds2)) rhs' = rhs along every line of an axis. */
  private void sweep(int axis) {
    int stride = grid.stride(axis);
    grid.interior(
        0,
        (cell, x, y, z) -> {
          int place = axis == 0 ? x : axis == 1 ? y : z;
          boolean end = place == 0 || place == N - 1;
          double convection = STEP * speed[axis][cell] / (2 * H);
          double diffusion = STEP * VISCOSITY / (H * H);
          lhs[cell] = end ? 0 : -convection - diffusion;
          lhs[cells + cell] = end ? 1 : 1 + 2 * diffusion;
          lhs[2 * cells + cell] = end ? 0 : convection - diffusion;
        });
    grid.interior(
        0,
        (cell, x, y, z) -> {
          int place = axis == 0 ? x : axis == 1 ? y : z;
          if (place == 0) {
            solveLine(cell, stride);
          }
        });
  }

  private void solveLine(int start, int stride) {
    for (int i = 1; i < N; i++) {
      int cell = start + i * stride;
      double factor = lhs[cell] / lhs[cells + cell - stride];
      lhs[cells + cell] -= factor * lhs[2 * cells + cell - stride];
      for (int m = 0; m < FIELDS; m++) {
        rhs[m * cells + cell] -= factor * rhs[m * cells + cell - stride];
      }
    }
    for (int i = N - 1; i >= 0; i--) {
      int cell = start + i * stride;
      for (int m = 0; m < FIELDS; m++) {
        double above = i == N - 1 ? 0 : rhs[m * cells + cell + stride];
        rhs[m * cells + cell] =
            (rhs[m * cells + cell] - lhs[2 * cells + cell] * above) / lhs[cells + cell];
      }
    }
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory().f64("u", u).f64("rhs", rhs).f64("forcing", forcing);
    memory.f64("us", speed[0]).f64("vs", speed[1]).f64("ws", speed[2]);
    memory.f64("rho_i", rhoI).f64("qs", qs).f64("square", square).f64("lhs", lhs);
    return memory.arrays();
  }

  /** The largest error. */
  @Override
  public double residual() {
    double most = 0;
    for (int i = 0; i < u.length; i++) {
      most = Math.max(most, Math.abs(u[i] - exact[i]));
    }
    return most;
  }
}
