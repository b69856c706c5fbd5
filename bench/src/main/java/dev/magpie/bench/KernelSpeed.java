package dev.magpie.bench;

import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.util.Arrays;

/** Prints how fast kernels execute functionally on one core, in warp-instructions a second. */
public final class KernelSpeed {
  private static final int ROUNDS = 9;

  private KernelSpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    Table.Builder table =
        Table.titled("Kernels on one core, by processor time")
            .text("kernel")
            .number("warp-instructions", 1, "M")
            .number("median", 1, "M/s")
            .text("range");
    measure("vector addition", CudaKernels.vectorAddition(), table);
    measure("matrix product", CudaKernels.matrixProduct(), table);
    measure("breadth-first search", CudaKernels.breadthFirstSearch(), table);
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  private static void measure(String name, CudaKernels program, Table.Builder table) {
    CudaKernels.Launcher launcher = program.device()::launch;
    long executed = program.run().with(launcher);
    program.run().with(launcher);
    double[] speeds = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      speeds[i] = executed / Stopwatch.processorSeconds(() -> program.run().with(launcher)) / 1e6;
    }
    Arrays.sort(speeds);
    table.row(
        name,
        executed / 1e6,
        speeds[ROUNDS / 2],
        "%.1f - %.1f".formatted(speeds[0], speeds[ROUNDS - 1]));
  }
}
