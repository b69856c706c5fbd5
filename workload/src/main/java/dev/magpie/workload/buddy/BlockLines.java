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
 * After NPB BT: implicit steps that are factored into directions, with block-tridiagonal systems
 * along lines, of which a cell has three blocks of 5 x 5 in memory. Viscosity is the same for
 * momenta and energy, and the right-hand side has no fourth differences.
 *
 * <p>In full size memory is 34.5 MiB, 8.6 times the L2 of a P100.
 */
final class BlockLines implements CudaProgram.Run {
  private static final int COMPONENTS = BlockTridiagonalSteps.COMPONENTS;
  private static final int BLOCKS = 3;
  private static final int LINES_OF_BLOCK = 32;
  private static final Dim3 BLOCK = new Dim3(32, 4, 1);

  private final int n;
  private final int steps;
  private final BlockTridiagonalSteps reference;
  private double[] u = {};

  private BlockLines(Settings settings) {
    n = settings.whole("n", 5, 128);
    steps = settings.whole("steps", 1, 1 << 20);
    reference = new BlockTridiagonalSteps(n);
  }

  static CudaProgram program() {
    return new CudaProgram(
        "bt-cuda",
        "370.bt",
        "the Euler equations by lines of 5 x 5 blocks, NPB BT",
        "all components after the last step, bit for bit",
        new PtxResource(BlockLines.class, "bt"),
        List.of(
            InputParameter.whole("n", "cells of a side", 24, 38, 64),
            InputParameter.whole("steps", "time steps", 1, 1, 200)),
        BlockLines::new);
  }

  @Override
  public void execute(Host host) {
    int inner = n - 2;
    DeviceBuffer state = host.upload("u", Dtype.F64, reference.start(), COMPONENTS, n, n, n);
    DeviceBuffer forcing =
        host.upload("forcing", Dtype.F64, reference.forcing(), COMPONENTS, n, n, n);
    DeviceBuffer rhs = host.allocate("rhs", Dtype.F64, COMPONENTS, n, n, n);
    DeviceBuffer lhs =
        host.allocate("lhs", Dtype.F64, BLOCKS, COMPONENTS, COMPONENTS, n, (long) inner * inner);
    Dim3 cells = new Dim3(Math.ceilDiv(inner, BLOCK.x()), Math.ceilDiv(inner, BLOCK.y()), inner);
    int lines = Math.ceilDiv(inner * inner, LINES_OF_BLOCK);
    double lambda = BlockTridiagonalSteps.LAMBDA;
    double nu = BlockTridiagonalSteps.NU;
    for (int step = 0; step < steps; step++) {
      host.launch("compute_rhs", cells, BLOCK, 0, n, lambda, nu, state, forcing, rhs);
      jacobians(host, "x_jacobians", lines, state, lhs);
      host.launch("x_solve", lines, LINES_OF_BLOCK, n, lhs, rhs);
      jacobians(host, "y_jacobians", lines, state, lhs);
      host.launch("y_solve", lines, LINES_OF_BLOCK, n, lhs, rhs);
      jacobians(host, "z_jacobians", lines, state, lhs);
      host.launch("z_solve", lines, LINES_OF_BLOCK, n, lhs, rhs, state);
    }
    u = host.doubles(state);
  }

  private void jacobians(
      Host host, String kernel, int lines, DeviceBuffer state, DeviceBuffer lhs) {
    host.launch(
        kernel,
        Dim3.of(lines, n - 2),
        Dim3.of(LINES_OF_BLOCK),
        0,
        n,
        BlockTridiagonalSteps.LAMBDA,
        BlockTridiagonalSteps.NU,
        state,
        lhs);
  }

  @Override
  public void check() {
    Results.same("u", reference.after(steps), u);
  }
}
