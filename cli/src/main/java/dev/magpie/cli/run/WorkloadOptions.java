package dev.magpie.cli.run;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.input.InputParameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --workload}, {@code --size} and {@code --set}, mixed into the commands that execute. */
public final class WorkloadOptions {
  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "Instead of a job, a program of kind CUDA that 'magpie workload' lists; its result is"
              + " checked.")
  private @Nullable String name;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "full",
      description = "How much of the program: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private InputParameter.Size size = InputParameter.Size.FULL;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "One of the program's parameters; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** Whether a program is named. */
  public boolean isNamed() {
    return name != null;
  }

  /** Whether there are parameters of a program. */
  public boolean hasSettings() {
    return !settings.isEmpty();
  }

  /**
   * The program that is named, with its input made.
   *
   * @throws BadUsageException if there is none of that name
   */
  public Optional<WorkloadProgram> program(LaunchOptions options) {
    return Optional.ofNullable(name)
        .map(each -> new WorkloadProgram(each, size, settings, options));
  }
}
