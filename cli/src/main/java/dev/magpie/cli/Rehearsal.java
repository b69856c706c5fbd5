package dev.magpie.cli;

import dev.magpie.cli.output.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs some commands for nobody, so that Java sees the classes that users' commands will need. The
 * launcher keeps them, as Java has them in memory, for later starts.
 */
final class Rehearsal {
  /** What is quick, and together needs most classes. */
  static final List<String> COMMANDS =
      List.of(
          "--version",
          "--help",
          "codecs",
          "workload",
          "analyze @network --format json",
          "analyze @fields",
          "profile @series",
          "layout @fields --layout lcp",
          "depth builtin:rooms --size 64x64",
          "depth builtin:rooms --size 64x64 --format json",
          "simulate --workload tp --size quick",
          "simulate --workload bfs --size quick --codec none --codec mag-bdi --format json");

  private Rehearsal() {}

  /** Runs them all, whatever comes of them. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    String examples = System.getProperty("magpie.examples", "examples");
    COMMANDS.forEach(command -> run(words(command, examples)));
    System.exit(0);
  }

  /** The words of a command; the directory's name may have blanks. */
  static String[] words(String command, String examples) {
    return Stream.of(command.split(" "))
        .map(word -> word.startsWith("@") ? examples + "/" + word.substring(1) : word)
        .toArray(String[]::new);
  }

  /** Its exit status. */
  static int run(String... words) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    PrintStream err = new PrintStream(nowhere, false, StandardCharsets.UTF_8);
    return Magpie.run(new Console(nowhere, err, 0, 0), words);
  }
}
