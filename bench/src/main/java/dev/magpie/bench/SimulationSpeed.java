package dev.magpie.bench;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.util.Arrays;

/**
 * Prints how fast kernels are simulated on one core, in warp-instructions a second, and how fast
 * time passes while nothing happens, in cycles a second.
 */
public final class SimulationSpeed {
  private static final int ROUNDS = 3;

  /**
   * Processor seconds for which a kernel runs before it is measured, so that its code is compiled.
   */
  private static final double WARM_UP_SECONDS = 2;

  private SimulationSpeed() {}

  /** Measures the GPU that is named, {@code gtx580} if none is, and prints. */
  public static void main(String[] arguments) {
    String name = arguments.length == 0 ? "gtx580" : arguments[0];
    GpuConfig config = gpu(name);
    Table.Builder table =
        Table.titled("Simulation of " + name + " on one core, by processor time")
            .text("kernel")
            .number("warp-instructions", 1, "M")
            .number("cycles", 1, "k")
            .number("median", 2, "M/s")
            .text("range")
            .number("cycles a second", 1, "M");
    measure("vector addition", CudaKernels.vectorAddition(), config, table);
    measure("matrix product", CudaKernels.matrixProduct(), config, table);
    measure("bfs, quick size", CudaKernels.bfs(), config, table);
    measure("linked list, one thread", CudaKernels.linkedList(), config, table);
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  static GpuConfig gpu(String name) {
    return GpuConfigs.named(name)
        .orElseThrow(() ->
            new IllegalArgumentException("no GPU is called " + name + ": " + GpuConfigs.names()));
  }

  private static void measure(
      String name, CudaKernels program, GpuConfig config, Table.Builder table) {
    for (double warm = 0; warm < WARM_UP_SECONDS; ) {
      warm += Stopwatch.processorSeconds(() -> run(program, config));
    }
    double[] speeds = new double[ROUNDS];
    long[] taken = new long[2];
    for (int i = 0; i < ROUNDS; i++) {
      double seconds =
          Stopwatch.processorSeconds(() -> {
            TimedGpu gpu = run(program, config);
            taken[0] = gpu.counts().warpInstructions();
            taken[1] = gpu.cycle();
          });
      speeds[i] = taken[0] / seconds / 1e6;
    }
    Arrays.sort(speeds);
    table.row(
        name,
        taken[0] / 1e6,
        taken[1] / 1e3,
        speeds[ROUNDS / 2],
        "%.2f - %.2f".formatted(speeds[0], speeds[ROUNDS - 1]),
        speeds[ROUNDS / 2] * taken[1] / taken[0]);
  }

  static TimedGpu run(CudaKernels program, GpuConfig config) {
    TimedDevice timed = TimedGpu.builder(config).build(program.device());
    program.run().with(launch -> timed.launch(launch, LaunchOptions.DEFAULT));
    return timed.gpu();
  }
}
