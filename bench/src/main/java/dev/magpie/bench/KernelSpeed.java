package dev.magpie.bench;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.util.Arrays;

/**
 * Prints how fast kernels execute functionally on one core, in warp-instructions a second: with
 * what warps execute often compiled, and interpreted, in turns.
 */
public final class KernelSpeed {
  private static final int ROUNDS = 9;

  private KernelSpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    Table.Builder table =
        Table.titled("Kernels on one core, by processor time")
            .text("kernel")
            .number("warp-instructions", 1, "M")
            .number("interpreted", 1, "M/s")
            .number("compiled", 1, "M/s")
            .number("ratio", 2)
            .text("range");
    measure("vector addition", CudaKernels.vectorAddition(), table);
    measure("matrix product", CudaKernels.matrixProduct(), table);
    measure("breadth-first search", CudaKernels.breadthFirstSearch(), table);
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  private static void measure(String name, CudaKernels program, Table.Builder table) {
    CudaKernels.Launcher interpreter =
        launch -> program.device().launch(launch, LaunchOptions.DEFAULT.interpreting());
    CudaKernels.Launcher compiler = program.device()::launch;
    long executed = program.run().with(compiler);
    double[] interpreted = new double[ROUNDS];
    double[] compiled = new double[ROUNDS];
    double[] ratios = new double[ROUNDS];
    speed(program, interpreter, executed);
    speed(program, compiler, executed);
    for (int i = 0; i < ROUNDS; i++) {
      interpreted[i] = speed(program, interpreter, executed);
      compiled[i] = speed(program, compiler, executed);
      ratios[i] = compiled[i] / interpreted[i];
    }
    Arrays.sort(interpreted);
    Arrays.sort(compiled);
    Arrays.sort(ratios);
    table.row(
        name,
        executed / 1e6,
        interpreted[ROUNDS / 2],
        compiled[ROUNDS / 2],
        ratios[ROUNDS / 2],
        "%.2f - %.2f".formatted(ratios[0], ratios[ROUNDS - 1]));
  }

  private static double speed(CudaKernels program, CudaKernels.Launcher launcher, long executed) {
    return executed / Stopwatch.processorSeconds(() -> program.run().with(launcher)) / 1e6;
  }
}
