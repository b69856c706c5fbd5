package dev.magpie.cli;

import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.Console;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code magpie serve}: commands one after the other in one process, for programs. */
@Command(
    name = "serve",
    description =
        "Run commands one after the other in one process, for programs: each line of standard input"
            + " is one, as {\"arguments\": [\"analyze\", ...]}, and each is answered by a line of"
            + " JSON with its status, and what it wrote to out and err. It ends with its input.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie serve <requests >answers",
      "  echo '{\"arguments\": [\"codecs\", \"--format\", \"json\"]}' | magpie serve",
    })
final class ServeCommand extends Subcommand {
  static final String NAME = "serve";

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * A command.
   *
   * @param arguments as they stand behind {@code magpie} on the command line
   */
  record Request(List<String> arguments) {}

  /**
   * What became of it.
   *
   * @param status its exit status
   * @param out what it wrote to standard output
   * @param err the same for standard error
   */
  record Answer(int status, String out, String err) {}

  @Override
  public Integer call() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] answer = JSON.writeValueAsBytes(answer(line));
      console.out().write(answer);
      console.out().write('\n');
      console.out().flush();
    }
    return 0;
  }

  private static Answer answer(String line) {
    List<String> arguments;
    try {
      Request request = JSON.readValue(line, Request.class);
      arguments = request == null ? null : request.arguments();
    } catch (JacksonException e) {
      return wrong(e.getOriginalMessage());
    }
    if (arguments == null || arguments.isEmpty() || arguments.contains(null)) {
      return wrong("it has no arguments");
    }
    if (arguments.getFirst().equals(NAME)) {
      return wrong("serve does not serve itself");
    }
    if (arguments.getFirst().equals("explore")) {
      return wrong("explore does not end, and is not served");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), 0, 0);
    int status = Magpie.run(console, arguments.toArray(String[]::new));
    return new Answer(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Answer wrong(String reason) {
    return new Answer(
        Failures.BAD_USAGE,
        "",
        "magpie: the line is no request, as {\"arguments\": [\"codecs\"]}: %s\n".formatted(reason));
  }
}
