package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.Granularity;
import picocli.CommandLine.Option;

/** {@code --block} and {@code --mag}, mixed into the commands that choose them. */
public final class BlockOptions {
  @Option(
      names = "--block",
      paramLabel = "BYTES",
      defaultValue = "128",
      description = "Block size: 32, 64, 128 or 256. Default: ${DEFAULT-VALUE}.")
  private int blockBytes;

  @Option(
      names = "--mag",
      paramLabel = "BYTES",
      defaultValue = "32",
      description = "Memory access granularity: divides the block. Default: ${DEFAULT-VALUE}.")
  private int magBytes;

  /**
   * Both together.
   *
   * @throws BadUsageException if there is no such granularity
   */
  public Granularity granularity() {
    return BadUsageException.unlessLegal(() -> new Granularity(blockBytes, magBytes));
  }
}
