package dev.magpie.cli;

import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
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

  private static final int MOST_BYTES = 16 << 20;

  private static final JsonMapper JSON = new JsonMapper();

  private static final String OWN_OUTPUT =
      " is a program that writes to standard output itself, and is not served; start it with magpie";

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
    InputStream in = new BufferedInputStream(System.in);
    for (String line = line(in); line != null; line = line(in)) {
      byte[] answer = JSON.writeValueAsBytes(answer(line));
      console.out().write(answer);
      console.out().write('\n');
      console.out().flush();
    }
    return 0;
  }

  /** The next line, or null at the end. */
  private static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      BadUsageException.when(
          line.size() == MOST_BYTES,
          "standard input: a line is longer than %d MiB, the most that a request may have"
              .formatted(MOST_BYTES >> 20));
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static Answer answer(String line) {
    List<String> arguments;
    try {
      arguments = arguments(JSON.readTree(line));
    } catch (StreamReadException e) {
      return wrong(e.getOriginalMessage());
    } catch (JacksonException _) {
      return wrong("it is not one object of JSON, or one that is too deep or long");
    }
    if (arguments.isEmpty()) {
      return wrong("it has no arguments, which are a list of texts");
    }
    switch (arguments.getFirst()) {
      case NAME -> {
        return wrong("serve does not serve itself");
      }
      case "explore" -> {
        return wrong("explore does not end, and is not served");
      }
      case "exec", "capture" -> {
        return wrong(arguments.getFirst() + OWN_OUTPUT);
      }
      case "run" -> {
        if (arguments.stream().anyMatch(each -> each.endsWith(".cu"))) {
          return wrong("a source of CUDA" + OWN_OUTPUT);
        }
      }
      default -> {}
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), 0, 0);
    int status = Magpie.run(console, arguments.toArray(String[]::new));
    return new Answer(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The texts of the list, or none if it has anything else. */
  private static List<String> arguments(JsonNode request) {
    List<JsonNode> all = request.path("arguments").valueStream().toList();
    return all.stream().allMatch(JsonNode::isString)
        ? all.stream().map(JsonNode::asString).toList()
        : List.of();
  }

  private static Answer wrong(String reason) {
    return new Answer(
        Failures.BAD_USAGE,
        "",
        "magpie: the line is no request, as {\"arguments\": [\"codecs\"]}: %s\n".formatted(reason));
  }
}
