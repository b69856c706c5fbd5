package dev.magpie.cli.run;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.job.Launcher;
import dev.magpie.job.OutputFiles;
import dev.magpie.job.Program;
import dev.magpie.job.RunResult;
import dev.magpie.job.RunTotals;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.cuda.ProgramSnapshots;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import dev.magpie.workload.training.TrainingKernels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** One of the programs that come with Magpie: executed, and checked. */
public final class WorkloadProgram implements Program {
  /** What lists call such programs. */
  static final String KIND = "CUDA";

  private final CudaProgram program;
  private final CudaProgram.Run run;
  private final LaunchOptions options;
  private final RunTotals totals = new RunTotals();

  /**
   * Makes a program's input.
   *
   * @param name as {@code magpie workload} lists it
   * @throws BadUsageException if there is none of that name
   */
  public WorkloadProgram(
      String name, InputParameter.Size size, Map<String, String> chosen, LaunchOptions options) {
    program = find(name).orElseThrow(() -> unknown(name));
    this.options = options;
    run = program.start().apply(Settings.of(program.parameters(), size, chosen));
  }

  private static BadUsageException unknown(String name) {
    String onTheDevice = name + "-cuda";
    return new BadUsageException(
        "no program of kind CUDA is called '%s'; %s"
            .formatted(
                name,
                find(onTheDevice).isPresent()
                    ? "did you mean '%s'?".formatted(onTheDevice)
                    : "'magpie workload' lists them"));
  }

  /** The programs there are. */
  static Stream<CudaProgram> all() {
    return Stream.of(
            MagPrograms.all(), BuddyPrograms.all(), TrainingKernels.all(), KernelPrograms.all())
        .flatMap(List::stream);
  }

  static Optional<CudaProgram> find(String name) {
    return all().filter(each -> each.name().equals(name)).findFirst();
  }

  @Override
  public String name() {
    return program.name();
  }

  /** What of its memory lossy codecs may change, unless the user says it. */
  public Approximation approximation() {
    return program.approximation();
  }

  @Override
  public void begin(OutputFiles outputs) {
    // Its results are compared, not written.
  }

  @Override
  public void execute(Function<Device, Launcher> on) {
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        device -> {
          Launcher launcher = on.apply(device);
          return launch -> {
            LaunchResult result = launcher.launch(launch, options);
            totals.add(result);
          };
        });
  }

  /**
   * Compares what the last execution gave with plain Java's.
   *
   * @throws dev.magpie.workload.cuda.WrongResultException if they differ
   */
  @Override
  public String finish() {
    run.check();
    return "%s: as in plain Java: %s".formatted(program.name(), program.check());
  }

  /** What its launches have done so far. */
  RunResult result() {
    return totals.result();
  }

  /** Executes the program again and writes its memory at ten points. */
  void writeSnapshots(Path directory) {
    ProgramSnapshots.write(program, run, options, totals.launches(), directory);
  }
}
