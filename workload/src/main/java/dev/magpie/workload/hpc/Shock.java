package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.Map;

/**
 * A blast from a point (Sedov), after LULESH's problem: the Euler equations on a fixed grid, with
 * Rusanov fluxes, in place of a Lagrangian mesh.
 */
final class Shock implements SeriesProgram.Running {
  private static final int N = 30;
  private static final int FIELDS = 5;
  private static final double GAMMA = 1.4;
  private static final double COURANT = 0.3;
  private static final double BACKGROUND = 1e-5;
  private static final int STEPS = 8;
  private static final String[] NAMES = {"rho", "momentum_x", "momentum_y", "momentum_z", "energy"};

  private final Grid grid = new Grid(N, N, N);
  private final int cells = grid.cells();
  private final double[][] state = new double[FIELDS][cells];
  private final double[][] next = new double[FIELDS][cells];
  private final double[] pressure = new double[cells];
  private final double[] sound = new double[cells];
  private final int[] corners = new int[8 * cells];
  private final double mass;

  Shock() {
    Arrays.fill(state[0], 1);
    Arrays.fill(state[4], BACKGROUND / (GAMMA - 1));
    state[4][grid.at(N / 3, N / 3, N / 3)] = 3;
    mass = cells;
    // The mesh as an unstructured code keeps it.
    grid.interior(
        0,
        (cell, x, y, z) -> {
          for (int corner = 0; corner < 8; corner++) {
            corners[8 * cell + corner] =
                ((z + (corner >> 2)) * (N + 1) + y + (corner >> 1 & 1)) * (N + 1)
                    + x
                    + (corner & 1);
          }
        });
  }

  @Override
  public void advance() {
    for (int i = 0; i < STEPS; i++) {
      step();
    }
  }

  private void step() {
    double fastest = 0;
    for (int cell = 0; cell < cells; cell++) {
      double kinetic = 0;
      double most = 0;
      for (int axis = 1; axis <= 3; axis++) {
        double speed = state[axis][cell] / state[0][cell];
        kinetic += 0.5 * state[axis][cell] * speed;
        most = Math.max(most, Math.abs(speed));
      }
      pressure[cell] = (GAMMA - 1) * (state[4][cell] - kinetic);
      sound[cell] = Math.sqrt(GAMMA * Math.max(0, pressure[cell]) / state[0][cell]);
      fastest = Math.max(fastest, most + sound[cell]);
    }
    double ratio = COURANT / fastest;
    for (int field = 0; field < FIELDS; field++) {
      System.arraycopy(state[field], 0, next[field], 0, cells);
    }
    grid.interior(
        0,
        (cell, x, y, z) -> {
          exchange(cell, grid.around(x + 1, y, z), 0, ratio);
          exchange(cell, grid.around(x, y + 1, z), 1, ratio);
          exchange(cell, grid.around(x, y, z + 1), 2, ratio);
        });
    for (int field = 0; field < FIELDS; field++) {
      System.arraycopy(next[field], 0, state[field], 0, cells);
    }
  }

  private void exchange(int left, int right, int axis, double ratio) {
    double speedLeft = state[axis + 1][left] / state[0][left];
    double speedRight = state[axis + 1][right] / state[0][right];
    double wave = Math.max(Math.abs(speedLeft) + sound[left], Math.abs(speedRight) + sound[right]);
    for (int field = 0; field < FIELDS; field++) {
      double flux =
          0.5 * (flux(field, left, axis, speedLeft) + flux(field, right, axis, speedRight))
              - 0.5 * wave * (state[field][right] - state[field][left]);
      next[field][left] -= ratio * flux;
      next[field][right] += ratio * flux;
    }
  }

  private double flux(int field, int cell, int axis, double speed) {
    double carried = state[field][cell] * speed;
    if (field == axis + 1) {
      return carried + pressure[cell];
    }
    return field == 4 ? carried + pressure[cell] * speed : carried;
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int field = 0; field < FIELDS; field++) {
      memory.f64(NAMES[field], state[field]).f64("next_" + NAMES[field], next[field]);
    }
    return memory.f64("pressure", pressure).f64("sound", sound).i32("corners", corners).arrays();
  }

  /** How far the mass has drifted. */
  @Override
  public double residual() {
    return Math.abs(Arrays.stream(state[0]).sum() / mass - 1);
  }
}
