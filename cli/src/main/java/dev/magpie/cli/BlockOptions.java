package dev.magpie.cli;

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
    try {
      return new Granularity(blockBytes, magBytes);
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
  }
}
