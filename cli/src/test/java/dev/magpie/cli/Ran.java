package dev.magpie.cli;

import dev.magpie.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run of the command wrote, and how it ended. */
record Ran(int status, String out, String err) {

  /** Runs the command in this process, as if neither output were a terminal. */
  static Ran magpie(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] strings = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      strings[i] = args[i].toString();
    }
    Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), 0, 0);
    int status = Magpie.run(console, strings);
    return new Ran(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  JsonNode json() {
    return JsonMapper.shared().readTree(out);
  }
}
