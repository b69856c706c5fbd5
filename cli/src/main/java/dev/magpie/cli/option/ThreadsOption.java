package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import picocli.CommandLine.Option;

/** {@code --threads}, mixed into the commands that work with many. */
public final class ThreadsOption {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that work. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /**
   * How many.
   *
   * @throws BadUsageException if it is none
   */
  public int count() {
    return checked(threads);
  }

  /** The same for a command that says more of what they do. */
  public static int checked(int threads) {
    BadUsageException.when(threads < 1, "--threads must be at least 1, not " + threads);
    return threads;
  }
}
