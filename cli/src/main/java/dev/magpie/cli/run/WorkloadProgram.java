package dev.magpie.cli.run;

import dev.magpie.cli.BadUsageException;
import dev.magpie.cli.CudaWorkload;
import dev.magpie.cli.Outputs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.Parameter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One of the programs that come with Magpie. */
public final class WorkloadProgram implements Program {
  private final String name;
  private final ProgramRun run;

  /**
   * Makes a program's input.
   *
   * @param name as {@code magpie workload} lists it
   * @throws BadUsageException if there is none of that name
   */
  public WorkloadProgram(
      String name, Parameter.Size size, Map<String, String> chosen, LaunchOptions options) {
    this.name = name;
    run = new ProgramRun(find(name).program(), size, chosen, options);
  }

  ProgramRun run() {
    return run;
  }

  private static CudaWorkload find(String name) {
    return CudaWorkload.find(name)
        .orElseThrow(() ->
            new BadUsageException(
                "no program of kind CUDA is called '%s'; 'magpie workload' lists them"
                    .formatted(name)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Path> inputs() {
    return List.of();
  }

  @Override
  public Approximation approximation() {
    return run.approximation();
  }

  @Override
  public void begin(Outputs outputs) {
    // Its results are compared, not written.
  }

  @Override
  public void execute(Function<Device, Launcher> on) {
    run.execute(on);
  }

  @Override
  public String finish() {
    run.check();
    return run.checked();
  }
}
