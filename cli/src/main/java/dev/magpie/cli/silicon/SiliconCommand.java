package dev.magpie.cli.silicon;

import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.run.WorkloadOptions;
import dev.magpie.gpu.silicon.SiliconDevice;
import dev.magpie.job.JobProgram;
import dev.magpie.job.Program;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie silicon}: times kernels on a real GPU. */
@Command(
    name = "silicon",
    description =
        "Run CUDA kernels on this machine's NVIDIA GPU, and time each launch by its clock: what"
            + " 'magpie simulate' is compared with.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie silicon --workload babelstream",
      "  magpie silicon jobs/saxpy.toml --runs 50 --format csv",
    })
public final class SiliconCommand extends Subcommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "JOB.toml",
      description = "The job: module, buffers, launches, outputs.")
  private @Nullable Path job;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--device",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which GPU, as the driver counts them. Default: ${DEFAULT-VALUE}.")
  private int gpu;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Timed runs of each launch, after one that is not; 0 executes each once, for a profiler."
              + " Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(runs < 0 || runs > 10_000, "--runs is 0 to 10000, not " + runs);
    BadUsageException.when(gpu < 0, "--device is 0 or more, not " + gpu);
    BadUsageException.when(
        workload.isNamed() == (job != null), "name a job file or a program with --workload");
    BadUsageException.when(
        job != null && workload.hasSettings(), "--set goes with --workload; a job has its own");
    Optional<? extends Program> named = workload.program(LaunchOptions.DEFAULT);
    try (Program program =
            named.isPresent() ? named.get() : new JobProgram(file(), LaunchOptions.DEFAULT);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      program.begin(outputs::begin);
      SiliconResult measured = measure(program);
      console.say(program.finish());
      out.write(SiliconReport.of(measured));
      outputs.commit();
      program.commit().lines().forEach(console::say);
    }
    return 0;
  }

  private Path file() {
    if (job == null) {
      throw new IllegalStateException("neither a job nor a program");
    }
    return job;
  }

  private SiliconResult measure(Program program) {
    List<SiliconDevice> opened = new ArrayList<>();
    try {
      program.execute(device -> {
        SiliconDevice silicon = SiliconDevice.open(device, gpu, runs);
        opened.add(silicon);
        return silicon::launch;
      });
      return SiliconResult.of(program.name(), opened.getFirst(), runs);
    } finally {
      opened.forEach(SiliconDevice::close);
    }
  }
}
