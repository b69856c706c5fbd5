package dev.magpie.cli.run;

import dev.magpie.cli.option.InstructionLimitOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Report;
import dev.magpie.job.Checks;
import dev.magpie.job.JobProgram;
import dev.magpie.job.NotConvergedException;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.workload.cuda.ProgramSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie run}: CUDA kernels on files. */
@Command(
    name = "run",
    description = "Run CUDA kernels, given as PTX, on arrays in files, as a job file says.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie run jobs/saxpy.toml",
      "  magpie run jobs/saxpy.toml --format json",
      "  magpie run app.cu",
      "  magpie run --workload bfs --size quick --snapshots bfs",
    })
public final class RunCommand extends Subcommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "JOB.toml",
      description = "The job: module, buffers, launches, outputs; or a program, app.cu.")
  private @Nullable Path job;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--snapshots",
      paramLabel = "DIR",
      description = "The directory to make for the program's memory at ten points of its run.")
  private @Nullable Path memory;

  @Option(
      names = "--threads",
      paramLabel = "COUNT",
      defaultValue = "1",
      description =
          "Threads of the host for kernels whose blocks cannot see each other's order. Default:"
              + " ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--check",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Look for mistakes in accesses to memory, slowly: ${COMPLETION-CANDIDATES}; more than one"
              + " with commas between.")
  private List<Checks.Kind> checks = List.of();

  @Mixin private InstructionLimitOption limit = new InstructionLimitOption();

  @Mixin private ResultOptions result = new ResultOptions();

  private final SourceRunner sources;

  /**
   * The command.
   *
   * @param sources compiles and executes programs
   */
  public RunCommand(SourceRunner sources) {
    this.sources = sources;
  }

  /** Executes programs of CUDA that are given as source. */
  @FunctionalInterface
  public interface SourceRunner {
    /**
     * Compiles a program and executes it.
     *
     * @return its status
     */
    int run(
        Path source, LaunchOptions options, Checks checks, ResultOptions result, Console console)
        throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(threads < 1 || threads > 1024, "--threads is 1 to 1024, not " + threads);
    LaunchOptions options =
        LaunchOptions.DEFAULT
            .withThreads(threads)
            .withInstructionLimit(limit.count())
            .countingAccesses()
            .withOutput(console.err());
    if (workload.isNamed() && (job != null || !checks.isEmpty())) {
      throw new BadUsageException("a job and --check do not go with --workload");
    }
    Optional<WorkloadProgram> program = workload.program(options);
    if (program.isPresent()) {
      run(program.get());
      return 0;
    }
    if (job == null) {
      throw new BadUsageException("name a job file, or a program with --workload");
    }
    if (memory != null || workload.hasSettings()) {
      throw new BadUsageException(
          "--snapshots and --set go with --workload; a job has [snapshots] and its own numbers");
    }
    Checks looking = new Checks(checks);
    if (job.toString().endsWith(".cu")) {
      return sources.run(job, options, looking, result, console);
    }
    try (JobProgram asked = new JobProgram(job, options, looking);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      asked.begin(outputs::begin);
      try {
        asked.execute(device -> device::launch);
      } catch (NotConvergedException e) {
        console.say(String.valueOf(e.getMessage()));
        return FAILED;
      }
      asked.finish();
      out.write(RunReport.of(asked.result()));
      outputs.commit();
      asked.commit().lines().forEach(console::say);
    }
    looking.findings().forEach(console::say);
    return looking.findings().isEmpty() ? 0 : FAILED;
  }

  private void run(WorkloadProgram program) throws IOException {
    try (Outputs outputs = new Outputs();
        WholeDirectory snapshots = memory == null ? null : Outputs.directory(memory)) {
      ResultOptions.Destination out = result.begin(outputs, console);
      program.execute(device -> device::launch);
      String checked = program.finish();
      Report report = RunReport.of(program.result());
      if (snapshots != null) {
        program.writeSnapshots(snapshots.part());
      }
      console.say(checked);
      out.write(report);
      outputs.commit();
      if (snapshots != null) {
        snapshots.commit();
        console.say("wrote %d snapshots into %s".formatted(ProgramSnapshots.COUNT, memory));
      }
    }
  }
}
