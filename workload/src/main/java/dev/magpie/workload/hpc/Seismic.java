package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Elastic waves from a point source, with convolutional perfectly matched layers on all sides:
 * SEISMIC_CPML's 3D isotropic program, in 32 bits. Three velocities, six stresses and eighteen
 * memory variables have a value in every cell, as there: outside of the layers memory variables are
 * written too and stay zero. Left out are its seismograms and its profiles of damping, which are of
 * one dimension, and the two planes around a process's share of z.
 */
final class Seismic extends SteppedRun {
  private static final int LAYER = 10;
  private static final double SPACING = 10;
  private static final float PER_SPACING = (float) (1 / SPACING);
  private static final double STEP = 1.6e-3;
  private static final double P_SPEED = 3300;
  private static final double S_SPEED = P_SPEED / 1.732;
  private static final double DENSITY = 2800;
  private static final double FREQUENCY = 7;
  private static final double AMPLITUDE = 1e7;
  private static final double DIRECTION = Math.toRadians(135);
  private static final double REFLECTION = 1e-3;

  private static final double MU = DENSITY * S_SPEED * S_SPEED;
  private static final double LAMBDA = DENSITY * P_SPEED * P_SPEED - 2 * MU;

  /** Stress components: for each axis of a velocity, those that drive it. */
  private static final int[][] STRESS = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

  /** The velocities, and axes along which they are differentiated, of each shear stress. */
  private static final int[][] SHEAR = {{0, 1}, {0, 2}, {1, 2}};

  private static final String[] AXES = {"x", "y", "z"};
  private static final String[] STRESSES = {"xx", "yy", "zz", "xy", "xz", "yz"};

  private final Grid grid;
  private final float[][] v;
  private final float[][] sigma;

  /** By field that is differentiated and axis. */
  private final float[][] memoryOfV;

  private final float[][] memoryOfSigma;

  /** Of the layers, by axis: at cells, and half a cell further. */
  private final Profile[] atCells = new Profile[3];

  private final Profile[] between = new Profile[3];
  private final float[][] row;

  /** Cells of a row, on which a staggered field is updated. */
  private final Span all;

  private final Span allButFirst;
  private final Span allButLast;

  private static final class Profile {
    final float[] decay;
    final float[] gain;

    Profile(int n) {
      decay = new float[n];
      gain = new float[n];
    }
  }

  private record Span(int first, int end) {}

  private Seismic(Settings settings) {
    super(settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20));
    int least = 2 * LAYER + 2;
    grid =
        new Grid(
            settings.whole("x", least, 4096),
            settings.whole("y", least, 4096),
            settings.whole("z", least, 4096));
    if ((long) grid.nx() * grid.ny() * grid.nz() > 1 << 28) {
      throw new WorkloadException(
          "x=%d, y=%d, z=%d: more than 2^28 cells".formatted(grid.nx(), grid.ny(), grid.nz()));
    }
    v = new float[3][grid.cells()];
    sigma = new float[6][grid.cells()];
    memoryOfV = new float[9][grid.cells()];
    memoryOfSigma = new float[9][grid.cells()];
    row = new float[3][grid.nx()];
    all = new Span(0, grid.nx());
    allButFirst = new Span(1, grid.nx());
    allButLast = new Span(0, grid.nx() - 1);
    for (int axis = 0; axis < 3; axis++) {
      atCells[axis] = profile(grid.size(axis), 0);
      between[axis] = profile(grid.size(axis), 0.5);
    }
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "seismic",
        SeriesProgram.Kind.HPC,
        "355.seismic",
        "elastic waves with absorbing layers, from silence",
        "largest velocity",
        List.of(
            InputParameter.whole("x", "cells of a row", 101),
            InputParameter.whole("y", "rows of a plane", 64, 96, 641),
            InputParameter.whole("z", "planes", 64, 96, 640),
            InputParameter.whole("steps", "time steps", 200, 200, 2500)),
        Seismic::new);
  }

  /** What damps, by place: it grows with the square of the depth in the layer. */
  private static Profile profile(int n, double shift) {
    double strongest = -3 * P_SPEED * StrictMath.log(REFLECTION) / (2 * LAYER * SPACING);
    Profile profile = new Profile(n);
    for (int i = 0; i < n; i++) {
      double depth = Math.max(LAYER - (i + shift), i + shift - (n - 1 - LAYER)) / LAYER;
      boolean inside = depth >= 0;
      double damping = inside ? strongest * depth * depth : 0;
      double alpha = inside ? Math.max(0, Math.PI * FREQUENCY * (1 - depth)) : 0;
      double b = StrictMath.exp(-(damping + alpha) * STEP);
      profile.decay[i] = (float) b;
      profile.gain[i] = damping > 1e-6 ? (float) (damping * (b - 1) / (damping + alpha)) : 0;
    }
    return profile;
  }

  @Override
  void step(int number) {
    for (int z = 0; z < grid.nz(); z++) {
      for (int y = 0; y < grid.ny(); y++) {
        normalStress(y, z);
        for (int pair = 0; pair < 3; pair++) {
          shearStress(pair, y, z);
        }
      }
    }
    for (int z = 0; z < grid.nz(); z++) {
      for (int y = 0; y < grid.ny(); y++) {
        for (int component = 0; component < 3; component++) {
          velocity(component, y, z);
        }
      }
    }
    force(number * STEP - 1.2 / FREQUENCY);
    for (float[] component : v) {
      stillAtWalls(component);
    }
  }

  /** Whether a row has a one-sided difference along an axis. */
  private boolean has(int axis, boolean forward, int y, int z) {
    int place = axis == 1 ? y : z;
    return axis == 0 || (forward ? place < grid.size(axis) - 1 : place > 0);
  }

  /**
   * A one-sided difference through the layer's memory variable, for cells of a row.
   *
   * @param which of the row's buffers it goes to
   */
  private void derivative(
      int which, float[] field, float[] memory, int axis, boolean forward, int start, Span span) {
    float[] to = row[which];
    int ahead = forward ? grid.stride(axis) : 0;
    int behind = ahead - grid.stride(axis);
    Profile profile = (forward ? between : atCells)[axis];
    int from = start + span.first;
    int cells = span.end - span.first;
    if (axis == 0) {
      for (int i = 0; i < cells; i++) {
        float difference = (field[from + ahead + i] - field[from + behind + i]) * PER_SPACING;
        int x = span.first + i;
        float remembered = profile.decay[x] * memory[from + i] + profile.gain[x] * difference;
        memory[from + i] = remembered;
        to[x] = difference + remembered;
      }
    } else {
      int place = axis == 1 ? start / grid.nx() % grid.ny() : start / grid.stride(2);
      float decay = profile.decay[place];
      float gain = profile.gain[place];
      for (int i = 0; i < cells; i++) {
        float difference = (field[from + ahead + i] - field[from + behind + i]) * PER_SPACING;
        float remembered = decay * memory[from + i] + gain * difference;
        memory[from + i] = remembered;
        to[span.first + i] = difference + remembered;
      }
    }
  }

  private void normalStress(int y, int z) {
    if (y == 0 || z == 0) {
      return;
    }
    int start = grid.at(0, y, z);
    for (int axis = 0; axis < 3; axis++) {
      derivative(axis, v[axis], memoryOfV[4 * axis], axis, axis == 0, start, allButLast);
    }
    float lambda = (float) (STEP * LAMBDA);
    float stiff = (float) (STEP * (LAMBDA + 2 * MU));
    for (int x = allButLast.first; x < allButLast.end; x++) {
      float xx = row[0][x];
      float yy = row[1][x];
      float zz = row[2][x];
      sigma[0][start + x] += stiff * xx + lambda * (yy + zz);
      sigma[1][start + x] += stiff * yy + lambda * (xx + zz);
      sigma[2][start + x] += stiff * zz + lambda * (xx + yy);
    }
  }

  private void shearStress(int pair, int y, int z) {
    int one = SHEAR[pair][0];
    int other = SHEAR[pair][1];
    if (has(other, true, y, z) && has(one, true, y, z)) {
      int start = grid.at(0, y, z);
      Span span = one == 0 ? allButFirst : all;
      derivative(0, v[one], memoryOfV[3 * one + other], other, true, start, span);
      derivative(1, v[other], memoryOfV[3 * other + one], one, one > 0, start, span);
      Arrays.fill(row[2], 0);
      add(sigma[3 + pair], (float) (STEP * MU), start, span);
    }
  }

  private void velocity(int component, int y, int z) {
    for (int axis = 0; axis < 3; axis++) {
      if (!has(axis, isAhead(component, axis), y, z)) {
        return;
      }
    }
    int start = grid.at(0, y, z);
    Span span = component == 0 ? allButFirst : allButLast;
    for (int axis = 0; axis < 3; axis++) {
      float[] stress = sigma[STRESS[component][axis]];
      float[] memory = memoryOfSigma[3 * component + axis];
      derivative(axis, stress, memory, axis, isAhead(component, axis), start, span);
    }
    add(v[component], (float) (STEP / DENSITY), start, span);
  }

  /** On the staggered grid, whether a velocity's stress along an axis lies on its far side. */
  private static boolean isAhead(int component, int axis) {
    return switch (component) {
      case 0 -> false;
      case 1 -> axis < 2;
      default -> axis != 1;
    };
  }

  /** Adds the row's buffers. */
  private void add(float[] field, float factor, int start, Span span) {
    for (int x = span.first; x < span.end; x++) {
      field[start + x] += factor * (row[0][x] + row[1][x] + row[2][x]);
    }
  }

  private void force(double t) {
    double a = Math.PI * Math.PI * FREQUENCY * FREQUENCY;
    double force = -AMPLITUDE * 2 * a * t * StrictMath.exp(-a * t * t) * STEP / DENSITY;
    int source = grid.at(grid.nx() - 2 * LAYER - 2, 2 * grid.ny() / 3, grid.nz() / 2 - 1);
    v[0][source] += (float) (StrictMath.sin(DIRECTION) * force);
    v[1][source] += (float) (StrictMath.cos(DIRECTION) * force);
  }

  private void stillAtWalls(float[] field) {
    int plane = grid.nx() * grid.ny();
    Arrays.fill(field, 0, plane, 0);
    Arrays.fill(field, field.length - plane, field.length, 0);
    for (int z = 1; z < grid.nz() - 1; z++) {
      Arrays.fill(field, grid.at(0, 0, z), grid.at(0, 1, z), 0);
      Arrays.fill(field, grid.at(0, grid.ny() - 1, z), grid.at(0, 0, z + 1), 0);
      for (int y = 1; y < grid.ny() - 1; y++) {
        field[grid.at(0, y, z)] = 0;
        field[grid.at(grid.nx() - 1, y, z)] = 0;
      }
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
      memory.f32("memory_dv" + AXES[m / 3] + "_d" + AXES[m % 3], memoryOfV[m]);
    }
    for (int m = 0; m < 9; m++) {
      String stress = STRESSES[STRESS[m / 3][m % 3]];
      memory.f32("memory_dsigma" + stress + "_d" + AXES[m % 3], memoryOfSigma[m]);
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
