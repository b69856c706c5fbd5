package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.Arrays;
import java.util.List;

/** LBM: flow in a closed box with a lid that moves, 19 directions, a plane of memory for each. */
final class LatticeBoltzmann implements CudaProgram.Run {
  private static final int[] X = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  private static final int[] Y = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  private static final int[] Z = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  private static final int DIRECTIONS = 19;
  private static final int OBSTACLE = 1;
  private static final int ACCELERATES = 2;
  private static final int MARGIN_LAYERS = 2;
  private static final float OMEGA = 1.95f;

  /** All planes but the flags, which decide what a cell is. */
  private static final List<Approximation.Part> PLANES =
      List.of(new Approximation.Part("srcGrid", 1), new Approximation.Part("dstGrid", 1));

  private final int width;
  private final int rows;
  private final int layers;
  private final int steps;
  private final int pitch;
  private final int margin;
  private final int plane;
  private float[] last = {};

  private LatticeBoltzmann(Settings settings) {
    width = settings.whole("x", 3, 1024);
    rows = settings.whole("y", 3, 1024);
    layers = settings.whole("z", 5, 1024);
    steps = settings.whole("steps", 1, 1 << 20);
    pitch = Math.ceilDiv(width, 32) * 32;
    margin = MARGIN_LAYERS * pitch * rows;
    long cells = (long) pitch * rows * (layers + 2 * MARGIN_LAYERS);
    if (cells * (DIRECTIONS + 1) > Integer.MAX_VALUE) {
      throw new WorkloadException(
          "x=%d, y=%d, z=%d: a grid of %d cells, margins included, is larger than 2^31 floats"
              .formatted(width, rows, layers, cells));
    }
    plane = (int) cells;
  }

  static CudaProgram program() {
    return new CudaProgram(
            "lbm",
            "Parboil lbm",
            "lattice-Boltzmann flow under a moving lid",
            "all planes after the last step, bit for bit",
            new PtxResource(LatticeBoltzmann.class, "lbm"),
            List.of(
                InputParameter.whole("x", "cells of a row", 32, 120, 120),
                InputParameter.whole("y", "rows of a layer", 16, 120, 120),
                InputParameter.whole("z", "layers", 16, 150, 150),
                InputParameter.whole("steps", "time steps", 10, 2, 100)),
            LatticeBoltzmann::new)
        .approximating(new Approximation(PLANES, PLANES));
  }

  /**
   * A grid at rest, with walls around it and the layers inside of the first and last one driven.
   */
  private float[] atRest() {
    float[] grid = new float[plane * (DIRECTIONS + 1)];
    for (int d = 0; d < DIRECTIONS; d++) {
      Arrays.fill(grid, d * plane, (d + 1) * plane, weight(d));
    }
    for (int z = 0; z < layers; z++) {
      for (int y = 0; y < rows; y++) {
        for (int x = 0; x < width; x++) {
          boolean wall =
              x == 0 || y == 0 || z == 0 || x == width - 1 || y == rows - 1 || z == layers - 1;
          int flags = wall ? OBSTACLE : z == 1 || z == layers - 2 ? ACCELERATES : 0;
          grid[DIRECTIONS * plane + cell(x, y, z)] = Float.intBitsToFloat(flags);
        }
      }
    }
    return grid;
  }

  private int cell(int x, int y, int z) {
    return margin + x + pitch * (y + rows * z);
  }

  private static float weight(int direction) {
    return direction == 0 ? 1.0f / 3 : direction < 7 ? 1.0f / 18 : 1.0f / 36;
  }

  @Override
  public void execute(Host host) {
    float[] rest = atRest();
    DeviceBuffer source = host.upload("srcGrid", Dtype.F32, rest, DIRECTIONS + 1, plane);
    DeviceBuffer destination = host.upload("dstGrid", Dtype.F32, rest, DIRECTIONS + 1, plane);
    for (int step = 0; step < steps; step++) {
      host.launch(
          "step",
          Dim3.of(rows, layers),
          Dim3.of(width),
          0,
          source,
          destination,
          pitch,
          rows,
          plane,
          margin);
      DeviceBuffer swapped = source;
      source = destination;
      destination = swapped;
    }
    last = host.floats(source);
  }

  @Override
  public void check() {
    float[] source = atRest();
    float[] destination = atRest();
    float[] f = new float[DIRECTIONS];
    for (int step = 0; step < steps; step++) {
      for (int z = 0; z < layers; z++) {
        for (int y = 0; y < rows; y++) {
          for (int x = 0; x < width; x++) {
            collide(source, cell(x, y, z), f);
            for (int d = 0; d < DIRECTIONS; d++) {
              destination[d * plane + cell(x + X[d], y + Y[d], z + Z[d])] = f[d];
            }
          }
        }
      }
      float[] swapped = source;
      source = destination;
      destination = swapped;
    }
    Results.same("grid", source, last);
  }

  private void collide(float[] grid, int cell, float[] f) {
    for (int d = 0; d < DIRECTIONS; d++) {
      f[d] = grid[d * plane + cell];
    }
    int flags = Float.floatToRawIntBits(grid[DIRECTIONS * plane + cell]);
    if (flags == OBSTACLE) {
      for (int d = 1; d < DIRECTIONS; d += 2) {
        float back = f[d];
        f[d] = f[d + 1];
        f[d + 1] = back;
      }
      return;
    }
    float density = 0;
    float x = 0;
    float y = 0;
    float z = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      density += f[d];
      x = plus(x, X[d], f[d]);
      y = plus(y, Y[d], f[d]);
      z = plus(z, Z[d], f[d]);
    }
    x /= density;
    y /= density;
    z /= density;
    if (flags == ACCELERATES) {
      x = 0.005f;
      y = 0.002f;
      z = 0;
    }
    float still = Math.fma(-1.5f, Math.fma(z, z, Math.fma(y, y, x * x)), 1.0f);
    for (int d = 0; d < DIRECTIONS; d++) {
      float along = plus(plus(plus(0, X[d], x), Y[d], y), Z[d], z);
      float equilibrium = weight(d) * density * Math.fma(along, Math.fma(4.5f, along, 3.0f), still);
      f[d] = Math.fma(OMEGA, equilibrium, (1.0f - OMEGA) * f[d]);
    }
  }

  private static float plus(float sum, int sign, float value) {
    return sign > 0 ? sum + value : sign < 0 ? sum - value : sum;
  }
}
