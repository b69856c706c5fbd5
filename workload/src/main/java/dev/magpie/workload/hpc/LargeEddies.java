package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Convection over a warm ground with a Smagorinsky model for the small eddies, after 351.palm:
 * wind, temperature, their tendencies, and a pressure that keeps the wind free of divergence. Left
 * out of PALM are humidity, turbulent energy as a variable of its own, two of three time levels,
 * its transforms for the pressure, and the arrays of one or two dimensions of ground and profiles.
 */
final class LargeEddies extends SteppedRun {
  private static final int SWEEPS = 30;
  private static final double H = 50;
  private static final double STEP = 4;
  private static final double BUOYANCY = 9.81 / 300;
  private static final double SMAGORINSKY = 0.1 * H * 0.1 * H;
  private static final double GROUND = 0.02;
  private static final String[] NAMES = {"u", "v", "w", "theta"};

  private final Grid grid;
  private final int cells;
  private final double[][] field;
  private final double[][] tendency;
  private final double[] km;
  private double[] p;
  private double[] pNext;
  private final double[] divergence;
  private final double start;

  private LargeEddies(Settings settings) {
    super(settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20));
    int wide = settings.whole("wide", 8, 256);
    grid = new Grid(wide, wide, settings.whole("high", 8, 256));
    cells = grid.cells();
    field = new double[4][cells];
    tendency = new double[4][cells];
    km = new double[cells];
    p = new double[cells];
    pNext = new double[cells];
    divergence = new double[cells];
    Lcg random = new Lcg(7_777_777);
    grid.interior(
        0,
        (cell, _, _, z) -> {
          field[0][cell] = 5;
          field[3][cell] = 300 + 0.003 * z * H + (z < 4 ? 0.2 * (random.next() - 0.5) : 0);
        });
    start = Arrays.stream(field[3]).sum();
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "les",
        SeriesProgram.Kind.HPC,
        "351.palm",
        "convection over warm ground, with a model of small eddies",
        "by how many degrees the air is warmer than at first",
        List.of(
            InputParameter.whole("wide", "cells along the ground", 28, 64, 128),
            InputParameter.whole("high", "cells above each other", 20, 64, 128),
            InputParameter.whole("steps", "time steps", 60, 60, 600)),
        LargeEddies::new);
  }

  private int neighbour(int x, int y, int z, int axis, int step) {
    // Around in x and y; the same cell again at ground and lid.
    return switch (axis) {
      case 0 -> grid.around(x + step, y, z);
      case 1 -> grid.around(x, y + step, z);
      default -> grid.at(x, y, Math.clamp(z + step, 0, grid.nz() - 1));
    };
  }

  @Override
  void step(int number) {
    grid.interior(0, this::eddyViscosity);
    for (int f = 0; f < 4; f++) {
      int which = f;
      grid.interior(0, (cell, x, y, z) -> tendency[which][cell] = change(which, cell, x, y, z));
    }
    for (int f = 0; f < 4; f++) {
      for (int cell = 0; cell < cells; cell++) {
        field[f][cell] += STEP * tendency[f][cell];
      }
    }
    project();
  }

  private void eddyViscosity(int cell, int x, int y, int z) {
    double strain = 0;
    for (int f = 0; f < 3; f++) {
      for (int axis = 0; axis < 3; axis++) {
        double slope =
            (field[f][neighbour(x, y, z, axis, 1)] - field[f][neighbour(x, y, z, axis, -1)])
                / (2 * H);
        strain += slope * slope;
      }
    }
    km[cell] = SMAGORINSKY * Math.sqrt(2 * strain) + 0.1;
  }

  private double change(int f, int cell, int x, int y, int z) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      int ahead = neighbour(x, y, z, axis, 1);
      int behind = neighbour(x, y, z, axis, -1);
      double speed = field[axis][cell];
      double value = field[f][cell];
      sum -= speed * (speed > 0 ? value - field[f][behind] : field[f][ahead] - value) / H;
      sum +=
          ((km[ahead] + km[cell]) * (field[f][ahead] - value)
                  - (km[cell] + km[behind]) * (value - field[f][behind]))
              / (2 * H * H);
    }
    if (f == 2) {
      sum += BUOYANCY * (field[3][cell] - 300 - 0.003 * z * H);
    }
    if (f == 3 && z == 0) {
      sum += GROUND / H * 5;
    }
    return sum;
  }

  private void project() {
    grid.interior(0, (cell, x, y, z) -> divergence[cell] = divergence(x, y, z));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      grid.interior(
          0,
          (cell, x, y, z) -> {
            double sum = 0;
            for (int axis = 0; axis < 3; axis++) {
              sum += p[neighbour(x, y, z, axis, 1)] + p[neighbour(x, y, z, axis, -1)];
            }
            pNext[cell] = (sum - H * H * divergence[cell]) / 6;
          });
      double[] swap = p;
      p = pNext;
      pNext = swap;
    }
    grid.interior(
        0,
        (cell, x, y, z) -> {
          for (int axis = 0; axis < 3; axis++) {
            field[axis][cell] -=
                (p[neighbour(x, y, z, axis, 1)] - p[neighbour(x, y, z, axis, -1)]) / (2 * H);
          }
          if (z == 0 || z == grid.nz() - 1) {
            field[2][cell] = 0;
          }
        });
  }

  private double divergence(int x, int y, int z) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      sum += field[axis][neighbour(x, y, z, axis, 1)] - field[axis][neighbour(x, y, z, axis, -1)];
    }
    return sum / (2 * H);
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int f = 0; f < 4; f++) {
      memory.f64(NAMES[f], field[f]).f64("tend_" + NAMES[f], tendency[f]);
    }
    return memory
        .f64("km", km)
        .f64("p", p)
        .f64("p_next", pNext)
        .f64("divergence", divergence)
        .arrays();
  }

  /** By how many degrees the air is warmer than at first, on average. */
  @Override
  public double residual() {
    return (Arrays.stream(field[3]).sum() - start) / cells;
  }
}
