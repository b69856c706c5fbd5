package dev.magpie.cli.lab;

import dev.magpie.cli.output.GivenCommand;
import dev.magpie.lab.Experiments;
import dev.magpie.lab.run.LaboratoryShards;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Shards of {@code magpie reproduce}, put together. */
public final class ReproduceMerge {
  private ReproduceMerge() {}

  /**
   * Puts them together.
   *
   * @throws dev.magpie.lab.result.LabException if they are not all shards of one run
   */
  public static void merge(
      List<Path> shards, Path into, @Nullable CommandSpec command, Consumer<String> complaints)
      throws IOException {
    LaboratoryShards.merge(
        shards,
        into,
        Experiments.ids(),
        GivenCommand.provenance(command, shards.stream().map(Path::toString).toList()),
        complaints);
  }
}
