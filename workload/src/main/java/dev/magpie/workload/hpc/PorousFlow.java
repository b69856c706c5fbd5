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
 * A lattice Boltzmann method (D3Q19, one relaxation time) on the fluid cells of a bed of spheres,
 * which are found through an index list, as in 360.ilbdc: the memory is two lattices of 19
 * distributions a fluid cell and the list of its neighbours. Left out are other geometries and
 * relaxations.
 */
final class PorousFlow extends SteppedRun {
  private static final int SPHERES = 24;

  /** In 28ths of the box. */
  private static final double RADIUS = 5;

  private static final double FREQUENCY = 1.0;
  private static final double FORCE = 1e-5;
  private static final int Q = 19;
  private static final int[][] C = new int[Q][3];
  private static final int[] OPPOSITE = new int[Q];
  private static final double[] WEIGHT = new double[Q];

  static {
    int next = 0;
    for (int z = -1; z <= 1; z++) {
      for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
          int length = x * x + y * y + z * z;
          if (length < 3) {
            WEIGHT[next] = length == 0 ? 1 / 3.0 : length == 1 ? 1 / 18.0 : 1 / 36.0;
            C[next++] = new int[] {x, y, z};
          }
        }
      }
    }
    for (int q = 0; q < Q; q++) {
      OPPOSITE[q] = Q - 1 - q;
    }
  }

  private final int cells;
  private final int[] neighbours;
  private double[] from;
  private double[] to;

  private PorousFlow(Settings settings) {
    super(settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20));
    int size = settings.whole("size", 8, 256);
    Grid grid = new Grid(size, size, size);
    Lcg random = new Lcg(42_424_243);
    double[][] spheres = new double[SPHERES][3];
    for (double[] sphere : spheres) {
      Arrays.setAll(sphere, _ -> random.next() * size);
    }
    int[] number = new int[grid.cells()];
    int[] count = {0};
    grid.interior(
        0,
        (cell, x, y, z) ->
            number[cell] = isSolid(spheres, size, new int[] {x, y, z}) ? -1 : count[0]++);
    cells = count[0];
    neighbours = new int[Q * cells];
    grid.interior(
        0,
        (cell, x, y, z) -> {
          for (int q = 0; q < Q && number[cell] >= 0; q++) {
            int[] c = C[q];
            int there = number[grid.around(x + c[0], y + c[1], z + c[2])];
            // A wall sends back what comes.
            neighbours[q * cells + number[cell]] =
                there >= 0 ? q * cells + there : OPPOSITE[q] * cells + number[cell];
          }
        });
    from = new double[Q * cells];
    to = new double[Q * cells];
    for (int i = 0; i < from.length; i++) {
      from[i] = WEIGHT[i / cells];
    }
  }

  private static boolean isSolid(double[][] spheres, int size, int[] place) {
    for (double[] sphere : spheres) {
      double distance = 0;
      for (int axis = 0; axis < 3; axis++) {
        double apart = Math.abs(sphere[axis] - place[axis]);
        apart = Math.min(apart, size - apart);
        distance += apart * apart;
      }
      if (Math.sqrt(distance) < RADIUS * size / 28) {
        return true;
      }
    }
    return false;
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "porous",
        SeriesProgram.Kind.HPC,
        "360.ilbdc",
        "lattice Boltzmann through an index list in a bed of spheres",
        "drift of the mass",
        List.of(
            InputParameter.whole("size", "cells of the box's edge", 28, 64, 200),
            InputParameter.whole("steps", "time steps", 120, 120, 1000)),
        PorousFlow::new);
  }

  @Override
  void step(int number) {
    for (int cell = 0; cell < cells; cell++) {
      collide(cell);
    }
    double[] swap = from;
    from = to;
    to = swap;
  }

  private void collide(int cell) {
    double density = 0;
    double[] u = new double[3];
    for (int q = 0; q < Q; q++) {
      double f = from[q * cells + cell];
      density += f;
      for (int axis = 0; axis < 3; axis++) {
        u[axis] += f * C[q][axis];
      }
    }
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      u[axis] /= density;
      square += u[axis] * u[axis];
    }
    for (int q = 0; q < Q; q++) {
      double along = C[q][0] * u[0] + C[q][1] * u[1] + C[q][2] * u[2];
      double balance = WEIGHT[q] * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
      double f = from[q * cells + cell];
      to[neighbours[q * cells + cell]] =
          f + FREQUENCY * (balance - f) + 3 * WEIGHT[q] * FORCE * C[q][0];
    }
  }

  @Override
  public Map<String, Object> arrays() {
    return new Memory().f64("from", from).f64("to", to).i32("neighbours", neighbours).arrays();
  }

  /** How far the mass has drifted. */
  @Override
  public double residual() {
    return Math.abs(Arrays.stream(from).sum() / cells - 1);
  }
}
