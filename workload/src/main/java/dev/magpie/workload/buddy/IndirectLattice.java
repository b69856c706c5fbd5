package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.Arrays;
import java.util.List;

/**
 * ILBDC: flow through a bed of spheres, 19 directions with two relaxation times, fluid cells found
 * through an index list.
 *
 * <p>A fluid cell has 2 x 19 doubles and 18 indices, 376 B: 62.6 MiB for 64 x 64 x 64 cells, 15
 * times an L2 of 4 MiB; 11.1 MiB for the quick 36 x 36 x 36, 11 times one of 1 MiB.
 */
final class IndirectLattice implements CudaProgram.Run {
  private static final int[] X = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  private static final int[] Y = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  private static final int[] Z = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  private static final int DIRECTIONS = 19;
  private static final int THREADS = 128;
  private static final double EVEN = 1.6;
  private static final double ODD = 0.5;
  private static final double FORCE = 1e-5;
  private static final double SPEED = 0.05;
  private static final double MASS_TOLERANCE = 1e-12;

  private final SphereBed bed;
  private final int cells;
  private final int steps;
  private final int[] targets;
  private double[] last = {};

  private IndirectLattice(Settings settings) {
    int nx = settings.whole("x", 4, 1024);
    int ny = settings.whole("y", 4, 1024);
    int nz = settings.whole("z", 4, 1024);
    steps = settings.whole("steps", 1, 1 << 20);
    if ((long) nx * ny * nz * DIRECTIONS > Integer.MAX_VALUE) {
      throw new WorkloadException(
          "x=%d, y=%d, z=%d: 19 directions of so many cells are more than 2^31 values"
              .formatted(nx, ny, nz));
    }
    bed = new SphereBed(nx, ny, nz, settings.seed());
    cells = bed.fluid();
    targets = targets();
  }

  static CudaProgram program() {
    return new CudaProgram(
        "ilbdc-cuda",
        "360.ilbdc",
        "lattice-Boltzmann flow through a bed of spheres, by an index list",
        "all directions after the last step, bit for bit; mass kept to %s"
            .formatted(MASS_TOLERANCE),
        new PtxResource(IndirectLattice.class, "ilbdc"),
        List.of(
            InputParameter.whole("x", "cells of a row", 36, 64, 500),
            InputParameter.whole("y", "rows of a layer", 36, 64, 300),
            InputParameter.whole("z", "layers", 36, 64, 300),
            InputParameter.whole("steps", "time steps", 2, 2, 1000),
            InputParameter.whole("seed", "of the spheres' places", 1)),
        IndirectLattice::new);
  }

  private interface Visitor {
    void visit(int cell, int x, int y, int z);
  }

  private void eachFluid(Visitor visitor) {
    for (int z = 0; z < bed.nz; z++) {
      for (int y = 0; y < bed.ny; y++) {
        for (int x = 0; x < bed.nx; x++) {
          int cell = bed.number(x, y, z);
          if (cell >= 0) {
            visitor.visit(cell, x, y, z);
          }
        }
      }
    }
  }

  /** Where what leaves a cell goes: a sphere sends it back. */
  private int[] targets() {
    int[] result = new int[(DIRECTIONS - 1) * cells];
    eachFluid((cell, x, y, z) -> {
      for (int d = 1; d < DIRECTIONS; d++) {
        int there = bed.number(x + X[d], y + Y[d], z + Z[d]);
        result[(d - 1) * cells + cell] =
            there >= 0 ? d * cells + there : opposite(d) * cells + cell;
      }
    });
    return result;
  }

  private static int opposite(int direction) {
    return direction % 2 == 0 ? direction - 1 : direction + 1;
  }

  private static double weight(int direction) {
    return direction == 0 ? 1.0 / 3.0 : direction < 7 ? 1.0 / 18.0 : 1.0 / 36.0;
  }

  /** Eddies as large as the box, in equilibrium, so that values differ as in a flow under way. */
  private double[] eddies() {
    double[] f = new double[DIRECTIONS * cells];
    eachFluid((cell, x, y, z) -> {
      double a = 2 * Math.PI * x / bed.nx;
      double b = 2 * Math.PI * y / bed.ny;
      double c = 2 * Math.PI * z / bed.nz;
      double u = SPEED * (1 + StrictMath.sin(b) * StrictMath.cos(c));
      double v = SPEED * StrictMath.sin(c) * StrictMath.cos(a);
      double w = SPEED * StrictMath.sin(a) * StrictMath.cos(b);
      double density = 1 + SPEED * SPEED * StrictMath.cos(a + b + c);
      for (int d = 0; d < DIRECTIONS; d++) {
        double along = X[d] * u + Y[d] * v + Z[d] * w;
        double square = u * u + v * v + w * w;
        f[d * cells + cell] =
            weight(d) * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
      }
    });
    return f;
  }

  @Override
  public void execute(Host host) {
    double[] begin = eddies();
    DeviceBuffer source = host.upload("source", Dtype.F64, begin, DIRECTIONS, cells);
    DeviceBuffer destination = host.allocate("destination", Dtype.F64, DIRECTIONS, cells);
    DeviceBuffer list = host.upload("targets", Dtype.I32, targets, DIRECTIONS - 1, cells);
    for (int step = 0; step < steps; step++) {
      host.launch("step", Math.ceilDiv(cells, THREADS), THREADS, source, destination, list, cells);
      DeviceBuffer swapped = source;
      source = destination;
      destination = swapped;
    }
    last = host.doubles(source);
  }

  @Override
  public void check() {
    double[] source = eddies();
    double mass = Arrays.stream(source).sum();
    double[] destination = new double[source.length];
    double[] f = new double[DIRECTIONS];
    for (int step = 0; step < steps; step++) {
      for (int cell = 0; cell < cells; cell++) {
        collide(source, cell, f);
        destination[cell] = f[0];
        for (int d = 1; d < DIRECTIONS; d++) {
          destination[targets[(d - 1) * cells + cell]] = f[d];
        }
      }
      double[] swapped = source;
      source = destination;
      destination = swapped;
    }
    Results.same("f", source, last);
    Results.near("mass", 1, Arrays.stream(last).sum() / mass, MASS_TOLERANCE);
  }

  private void collide(double[] source, int cell, double[] f) {
    double density = 0;
    double x = 0;
    double y = 0;
    double z = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      f[d] = source[d * cells + cell];
      density += f[d];
      x = plus(x, X[d], f[d]);
      y = plus(y, Y[d], f[d]);
      z = plus(z, Z[d], f[d]);
    }
    x /= density;
    y /= density;
    z /= density;
    double still = Math.fma(-1.5, Math.fma(z, z, Math.fma(y, y, x * x)), 1.0);
    f[0] = Math.fma(-EVEN, Math.fma(-weight(0) * density, still, f[0]), f[0]);
    for (int d = 1; d < DIRECTIONS; d += 2) {
      double share = weight(d) * density;
      double along = plus(plus(plus(0, X[d], x), Y[d], y), Z[d], z);
      double even = Math.fma(-share, Math.fma(4.5 * along, along, still), 0.5 * (f[d] + f[d + 1]));
      double odd = Math.fma(-share, 3.0 * along, 0.5 * (f[d] - f[d + 1]));
      odd = Math.fma(ODD, odd, -3.0 * weight(d) * FORCE * X[d]);
      f[d] -= Math.fma(EVEN, even, odd);
      f[d + 1] -= Math.fma(EVEN, even, -odd);
    }
  }

  private static double plus(double sum, int sign, double value) {
    return sign > 0 ? sum + value : sign < 0 ? sum - value : sum;
  }
}
