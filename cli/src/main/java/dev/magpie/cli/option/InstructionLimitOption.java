package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import picocli.CommandLine.Option;

/** {@code --limit}, mixed into the commands that execute kernels. */
public final class InstructionLimitOption {
  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      defaultValue = "20000000000",
      description =
          "Warp-instructions after which a launch is ended as one that hangs. Default:"
              + " ${DEFAULT-VALUE}.")
  private long limit;

  /**
   * How many.
   *
   * @throws BadUsageException if it is none
   */
  public long count() {
    BadUsageException.when(limit < 1, "--limit is 1 or more, not " + limit);
    return limit;
  }
}
