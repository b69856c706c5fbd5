package dev.magpie.cli;

import dev.magpie.cli.option.Subcommand;
import dev.magpie.workload.example.Examples;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code magpie examples}: writes the example snapshots again. */
@Command(
    name = "examples",
    description = "Run the example programs and write the memory that they leave.",
    footer = {
      "",
      "The repository's directory 'examples' holds what this writes.",
      "",
      "Example:",
      "  magpie examples -o examples"
    })
final class ExamplesCommand extends Subcommand {

  @Option(
      names = "-o",
      paramLabel = "DIR",
      required = true,
      description = "The directory to write into; it is made if it is not there.")
  private Path directory = Path.of("examples");

  @Override
  public Integer call() {
    Examples.write(directory);
    console.say("wrote the example snapshots into " + directory);
    return 0;
  }
}
