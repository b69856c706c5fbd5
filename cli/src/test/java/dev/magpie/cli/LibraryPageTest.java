package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/java.md compiles, and prints what the page says. */
class LibraryPageTest {
  private static final Pattern PROGRAM =
      Pattern.compile("(?s)```java\\n(.*?)```\\n\\nIt prints\\n\\n```\\n(.*?)```");

  @TempDir Path directory;

  @Test
  void theProgramPrintsWhatThePageSays() throws IOException, InterruptedException {
    MatchResult found =
        PROGRAM
            .matcher(Files.readString(Path.of("..", "docs", "java.md")))
            .results()
            .findFirst()
            .orElseThrow();
    Path source = Files.writeString(directory.resolve("Blocks.java"), found.group(1));
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                System.err,
                "-d",
                directory.toString(),
                "-cp",
                classPath,
                source.toString());
    assertThat(compiled).isZero();

    Path output = directory.resolve("output");
    Process program =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    directory + System.getProperty("path.separator") + classPath,
                    "example.Blocks"))
            .redirectOutput(output.toFile())
            .redirectError(directory.resolve("log").toFile())
            .start();
    assertThat(program.waitFor()).isZero();
    assertThat(Files.readString(output)).isEqualTo(found.group(2));
  }
}
