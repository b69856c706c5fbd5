package dev.magpie.bench;

import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import dev.magpie.workload.training.TrainingKernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Prints how long the host takes for programs of quick size, each timed once on a simulated GPU and
 * compiled before by the ones above it, and how well simulated cycles or instructions tell that.
 */
public final class ProgramSpeed {
  private ProgramSpeed() {}

  /** What a program took: the host by processor time, results checked. */
  private record Run(String name, double instructions, double cycles, double seconds) {
    static Run of(CudaProgram program, GpuConfig config) {
      Settings settings = Settings.of(program.parameters(), InputParameter.Size.QUICK, Map.of());
      CudaProgram.Run run = program.start().apply(settings);
      List<TimedGpu> gpu = new ArrayList<>();
      double[] seconds = new double[1];
      ProgramRunner.execute(
          program,
          run,
          program.ptx().text(),
          device -> {
            var timed =
                TimedGpu.builder(config).build(device, program.approximation()::bytesThatMayDiffer);
            gpu.add(timed.gpu());
            return launch ->
                seconds[0] +=
                    Stopwatch.processorSeconds(() -> timed.launch(launch, LaunchOptions.DEFAULT));
          });
      run.check();
      try (TimedGpu ended = gpu.getFirst()) {
        return new Run(
            program.name(), ended.counts().warpInstructions(), ended.cycle(), seconds[0]);
      }
    }
  }

  /** Measures on the GPU that is named, {@code gtx580} if none is, and prints. */
  public static void main(String[] arguments) {
    String name = arguments.length == 0 ? "gtx580" : arguments[0];
    GpuConfig config = SimulationSpeed.gpu(name);
    List<Run> runs =
        Stream.of(
                KernelPrograms.all(), MagPrograms.all(), BuddyPrograms.all(), TrainingKernels.all())
            .flatMap(List::stream)
            .map(program -> Run.of(program, config))
            .toList();
    Table.Builder table =
        Table.titled("Programs of quick size on " + name + ", by processor time")
            .text("program")
            .number("warp-instructions", 2, "M")
            .number("cycles", 0, "k")
            .number("host", 2, "s")
            .number("speed", 2, "M/s");
    for (Run run : runs) {
      table.row(
          run.name,
          run.instructions / 1e6,
          run.cycles / 1e3,
          run.seconds,
          run.instructions / run.seconds / 1e6);
    }
    table.note(
        regression("warp-instructions", runs, Run::instructions)
            + "\n"
            + regression("cycles", runs, Run::cycles));
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  /** Least squares of the host's seconds over something, both as logarithms. */
  private static String regression(String what, List<Run> runs, ToDoubleFunction<Run> of) {
    double[] x = runs.stream().mapToDouble(run -> Math.log10(of.applyAsDouble(run))).toArray();
    double[] y = runs.stream().mapToDouble(run -> Math.log10(run.seconds)).toArray();
    double slope = covariance(x, y) / covariance(x, x);
    double correlation = covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y));
    return "Host seconds go as %s to the power of %.2f, with a correlation of logarithms of %.2f."
        .formatted(what, slope, correlation);
  }

  private static double covariance(double[] a, double[] b) {
    double sum = 0;
    double sumOfA = 0;
    double sumOfB = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
      sumOfA += a[i];
      sumOfB += b[i];
    }
    return sum / a.length - sumOfA / a.length * (sumOfB / b.length);
  }
}
