package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.List;

/**
 * After NPB SP: implicit steps that are factored into directions and diagonalised, with scalar
 * pentadiagonal systems along lines. Where SP has the Navier-Stokes equations, this has sound and
 * entropy waves in a flow that stays as it is, so that the change of variables is a sum and a
 * difference.
 *
 * <p>A cell takes 24 doubles. In full size that is 48 MiB for {@code sp-cuda}, 12 times the L2 of a
 * P100, and for {@code csp-cuda}, whose requests have five times as many lines, 32.2 MiB, 8 times.
 */
final class ScalarLines implements CudaProgram.Run {
  private static final int COMPONENTS = PentadiagonalSteps.COMPONENTS;
  private static final int DIRECTIONS = 3;
  private static final int SYSTEMS = 3;
  private static final int LINES_OF_BLOCK = 32;
  private static final Dim3 BLOCK = new Dim3(32, 4, 1);
  private static final List<String> FLOWS = List.of("us", "vs", "ws");

  private final boolean planes;
  private final int n;
  private final int steps;
  private final PentadiagonalSteps reference;
  private double[] u = {};

  private ScalarLines(Settings settings, boolean planes) {
    this.planes = planes;
    n = settings.whole("n", 6, 400);
    steps = settings.whole("steps", 1, 1 << 20);
    reference = new PentadiagonalSteps(n);
  }

  /** With a plane of memory for each component. */
  static CudaProgram planes() {
    return program("sp-cuda", "356.sp", "sp", "a plane for each component", true, 64);
  }

  /** With a cell's components together. */
  static CudaProgram cells() {
    return program("csp-cuda", "357.csp", "csp", "a cell's components together", false, 56);
  }

  private static CudaProgram program(
      String name, String after, String source, String layout, boolean planes, int full) {
    return new CudaProgram(
        name,
        after,
        "waves by scalar pentadiagonal lines, %s, NPB SP".formatted(layout),
        "all components after the last step, bit for bit",
        new PtxResource(ScalarLines.class, source),
        List.of(
            InputParameter.whole("n", "cells of a side", 36, full, 64),
            InputParameter.whole("steps", "time steps", 1, 1, 400)),
        settings -> new ScalarLines(settings, planes));
  }

  @Override
  public void execute(Host host) {
    DeviceBuffer state = upload(host, "u", reference.start());
    DeviceBuffer forcing = upload(host, "forcing", reference.forcing());
    DeviceBuffer rhs = upload(host, "rhs", new double[COMPONENTS][n * n * n]);
    DeviceBuffer lhs = host.allocate("lhs", Dtype.F64, 2L * SYSTEMS, n, n, n);
    DeviceBuffer[] flow = new DeviceBuffer[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
      flow[d] = host.upload(FLOWS.get(d), Dtype.F64, reference.flow()[d], n, n, n);
    }
    int inner = n - 2 * PentadiagonalSteps.MARGIN;
    Dim3 cells = new Dim3(Math.ceilDiv(inner, BLOCK.x()), Math.ceilDiv(inner, BLOCK.y()), inner);
    int lines = Math.ceilDiv(inner * inner, LINES_OF_BLOCK);
    double dt = reference.dt();
    double lambda = reference.lambda();
    double epsilon = PentadiagonalSteps.EPSILON;
    for (int step = 0; step < steps; step++) {
      host.launch(
          "compute_rhs",
          cells,
          BLOCK,
          0,
          n,
          dt,
          lambda,
          epsilon,
          state,
          flow[0],
          flow[1],
          flow[2],
          forcing,
          rhs);
      host.launch("x_solve", lines, LINES_OF_BLOCK, n, lambda, epsilon, flow[0], lhs, rhs);
      host.launch("y_solve", lines, LINES_OF_BLOCK, n, lambda, epsilon, flow[1], lhs, rhs);
      host.launch("z_solve", lines, LINES_OF_BLOCK, n, lambda, epsilon, flow[2], lhs, rhs, state);
    }
    u = host.doubles(state);
  }

  private DeviceBuffer upload(Host host, String name, double[][] components) {
    return planes
        ? host.upload(name, Dtype.F64, laidOut(components), COMPONENTS, n, n, n)
        : host.upload(name, Dtype.F64, laidOut(components), n, n, n, COMPONENTS);
  }

  private double[] laidOut(double[][] components) {
    int cells = n * n * n;
    double[] values = new double[COMPONENTS * cells];
    for (int m = 0; m < COMPONENTS; m++) {
      for (int cell = 0; cell < cells; cell++) {
        values[planes ? m * cells + cell : cell * COMPONENTS + m] = components[m][cell];
      }
    }
    return values;
  }

  @Override
  public void check() {
    Results.same("u", laidOut(reference.after(steps)), u);
  }
}
