package dev.magpie.cli;

import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.Outputs;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.workload.example.Examples;
import java.io.IOException;
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
      "  magpie examples -o examples-again"
    })
final class ExamplesCommand extends Subcommand {

  @Option(names = "-o", paramLabel = "DIR", required = true, description = "The directory to make.")
  private Path directory = Path.of("examples");

  @Override
  public Integer call() throws IOException {
    try (WholeDirectory whole = Outputs.directory(directory)) {
      Examples.write(whole.part());
      whole.commit();
    }
    console.say("wrote the example snapshots into " + directory);
    return 0;
  }
}
