package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.snapshot.Dtype;
import picocli.CommandLine.Option;

/** {@code --dtype}, mixed into the commands that read arrays. */
public final class DtypeOption {
  @Option(
      names = "--dtype",
      paramLabel = "TYPE",
      defaultValue = "u8",
      description = "Element type of raw binary files. Default: ${DEFAULT-VALUE}.")
  private String dtype = "u8";

  /**
   * The type.
   *
   * @throws BadUsageException if there is none of that name
   */
  public Dtype dtype() {
    return BadUsageException.unlessLegal(() -> Dtype.parse(dtype));
  }
}
