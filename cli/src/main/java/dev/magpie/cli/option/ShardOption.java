package dev.magpie.cli.option;

import dev.magpie.analysis.Shard;
import dev.magpie.cli.output.BadUsageException;
import picocli.CommandLine.Option;

/** {@code --shard}, mixed into the commands whose work job arrays can share. */
public final class ShardOption {
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      defaultValue = "1/1",
      description =
          "Do the I-th of N parts of the work, counted from 1; 'magpie merge' puts all together.")
  private String shard = "1/1";

  /**
   * Which.
   *
   * @throws BadUsageException if there is no such
   */
  public Shard shard() {
    return BadUsageException.unlessLegal("--shard: ", () -> Shard.parse(shard));
  }
}
