package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;

/**
 * Elastic waves from a point source, with convolutional perfectly matched layers on all sides, as
 * SEISMIC_CPML's 3D isotropic program: nine fields and eighteen memory variables, zero at first.
 */
final class Seismic implements SeriesProgram.Running {
  private static final int LAYER = 6;
  private static final float SPACING = 10;
  private static final float STEP = 1.6e-3f;
  private static final double P_SPEED = 3300;
  private static final double S_SPEED = P_SPEED / 1.732;
  private static final float DENSITY = 2800;
  private static final double FREQUENCY = 25;
  private static final int STEPS = 16;

  private static final float MU = (float) (DENSITY * S_SPEED * S_SPEED);
  private static final float LAMBDA = (float) (DENSITY * P_SPEED * P_SPEED) - 2 * MU;

  /** Stress components: for each axis of a velocity, those that drive it. */
  private static final int[][] STRESS = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

  private static final String[] AXES = {"x", "y", "z"};
  private static final String[] STRESSES = {"xx", "yy", "zz", "xy", "xz", "yz"};

  private final Grid grid = new Grid(28, 40, 40);
  private final float[][] v = new float[3][grid.cells()];
  private final float[][] sigma = new float[6][grid.cells()];

  /** By field that is differentiated and axis. */
  private final float[][] memoryOfV = new float[9][grid.cells()];

  private final float[][] memoryOfSigma = new float[9][grid.cells()];
  private final float[][] decay = new float[3][];
  private final float[][] gain = new float[3][];
  private int step;

  Seismic() {
    double thickness = LAYER * SPACING;
    double strongest = -1.5 * P_SPEED * StrictMath.log(1e-3) / thickness;
    for (int axis = 0; axis < 3; axis++) {
      int n = grid.size(axis);
      decay[axis] = new float[n];
      gain[axis] = new float[n];
      for (int i = 0; i < n; i++) {
        double depth = Math.max(0, Math.max(LAYER - i, i - (n - 1 - LAYER))) / (double) LAYER;
        double damping = strongest * depth * depth;
        double shift = Math.PI * FREQUENCY * (1 - depth);
        double b = StrictMath.exp(-(damping + shift) * STEP);
        decay[axis][i] = (float) b;
        gain[axis][i] = depth == 0 ? 0 : (float) (damping * (b - 1) / (damping + shift));
      }
    }
  }

  @Override
  public void advance() {
    for (int i = 0; i < STEPS; i++, step++) {
      grid.interior(1, this::updateStress);
      grid.interior(1, this::updateVelocity);
      double t = step * STEP - 1.2 / FREQUENCY;
      double a = Math.PI * Math.PI * FREQUENCY * FREQUENCY;
      double force = -2e7 * t * StrictMath.exp(-a * t * t);
      int source = grid.at(grid.nx() - 12, 2 * grid.ny() / 3, grid.nz() / 2);
      v[1][source] += (float) (force * STEP / DENSITY);
    }
  }

  /** A one-sided difference through the layer's memory variable. */
  private float derivative(
      float[] field, float[] memory, int cell, int axis, int place, boolean forward) {
    int stride = grid.stride(axis);
    float difference =
        (forward ? field[cell + stride] - field[cell] : field[cell] - field[cell - stride])
            / SPACING;
    if (gain[axis][place] != 0) {
      memory[cell] = decay[axis][place] * memory[cell] + gain[axis][place] * difference;
      return difference + memory[cell];
    }
    return difference;
  }

  private void updateStress(int cell, int x, int y, int z) {
    int[] place = {x, y, z};
    float[][] d = new float[3][3];
    for (int component = 0; component < 3; component++) {
      for (int axis = 0; axis < 3; axis++) {
        d[component][axis] =
            derivative(
                v[component],
                memoryOfV[3 * component + axis],
                cell,
                axis,
                place[axis],
                component != axis);
      }
    }
    float divergence = d[0][0] + d[1][1] + d[2][2];
    for (int axis = 0; axis < 3; axis++) {
      sigma[axis][cell] += STEP * (LAMBDA * divergence + 2 * MU * d[axis][axis]);
    }
    sigma[3][cell] += STEP * MU * (d[0][1] + d[1][0]);
    sigma[4][cell] += STEP * MU * (d[0][2] + d[2][0]);
    sigma[5][cell] += STEP * MU * (d[1][2] + d[2][1]);
  }

  private void updateVelocity(int cell, int x, int y, int z) {
    int[] place = {x, y, z};
    for (int component = 0; component < 3; component++) {
      float sum = 0;
      for (int axis = 0; axis < 3; axis++) {
        sum +=
            derivative(
                sigma[STRESS[component][axis]],
                memoryOfSigma[3 * component + axis],
                cell,
                axis,
                place[axis],
                component == axis);
      }
      v[component][cell] += STEP / DENSITY * sum;
    }
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int axis = 0; axis < 3; axis++) {
      memory.f32("v" + AXES[axis], v[axis]);
    }
    for (int s = 0; s < 6; s++) {
      memory.f32("sigma" + STRESSES[s], sigma[s]);
    }
    for (int m = 0; m < 9; m++) {
      String place = AXES[m / 3] + "_d" + AXES[m % 3];
      memory.f32("memory_v" + place, memoryOfV[m]);
      memory.f32("memory_sigma" + place, memoryOfSigma[m]);
    }
    return memory.arrays();
  }

  /** The largest velocity, which layers that reflected or amplified would drive up. */
  @Override
  public double residual() {
    double most = 0;
    for (float[] component : v) {
      for (float value : component) {
        most = Math.max(most, Math.abs(value));
      }
    }
    return most;
  }
}
