package dev.magpie.spark;

import dev.magpie.analysis.ClusterException;
import dev.magpie.cli.option.InputPath;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * A command that ran in this process.
 *
 * @param out its standard output
 * @param problem the line that says why it has no result; empty if it has one
 */
record Command(String out, String problem) {

  static Command run(Subcommand command, List<String> words, String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(new ByteArrayOutputStream()), 0, 0);
    String[] problem = {""};
    new CommandLine(command.on(console))
        .registerConverter(Path.class, new InputPath())
        .setResourceBundle(new dev.magpie.cli.option.HelpWords())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((e, _, _) -> {
          if (!(e instanceof ClusterException || e instanceof BadUsageException)) {
            throw e;
          }
          problem[0] = String.valueOf(e.getMessage());
          return 1;
        })
        .execute(all.toArray(String[]::new));
    return new Command(out.toString(StandardCharsets.UTF_8), problem[0]);
  }
}
