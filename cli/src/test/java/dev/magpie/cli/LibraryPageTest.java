package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/java.md is that of consumer/, and prints what the page says. */
class LibraryPageTest {
  private static final Path PAGE = Path.of("..", "docs", "java.md");
  private static final Pattern PROGRAM =
      Pattern.compile("(?s)```java\\n(.*?)```\\n\\nIt prints\\n\\n```\\n(.*?)```");

  @TempDir Path directory;

  /** A module that is published has no maven.deploy.skip. */
  @Test
  void theBomHasWhatIsPublished() throws IOException {
    Set<String> published = new TreeSet<>();
    for (String module : found("<module>(\\w+)</module>", Path.of("..", "pom.xml"))) {
      Path pom = Path.of("..", module, "pom.xml");
      if (!module.equals("bom") && found("<maven.deploy.skip>(true)<", pom).isEmpty()) {
        published.add(module);
        assertThat(Path.of("..", module, "src", "main", "java", "module-info.java")).exists();
        assertThat(Files.readString(PAGE)).contains(module);
      }
    }
    assertThat(found("<artifactId>magpie-(\\w+)<", Path.of("..", "bom", "pom.xml")))
        .filteredOn(library -> !library.equals("bom"))
        .containsExactlyInAnyOrderElementsOf(published);
  }

  /** Those who copy from the page want the libraries of this version. */
  @Test
  void thePageAndTheConsumerNameThisVersion() throws IOException {
    List<String> versions =
        found("(?s)<artifactId>magpie(?:-bom)?</artifactId>\\s*<version>([^<]+)<", PAGE);
    assertThat(versions).isNotEmpty();
    assertThat(
            found(
                "<artifactId>magpie-bom</artifactId>\\s*<version>([^<]+)<",
                Path.of("..", "consumer", "pom.xml")))
        .containsAll(versions);
    assertThat(
            found(
                "(?s)<artifactId>magpie[\\w-]*</artifactId>\\s*<version>([^<]+)<",
                Path.of("..", "pom.xml")))
        .startsWith(versions.toArray(String[]::new));
  }

  private static List<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  @Test
  void theProgramPrintsWhatThePageSays() throws IOException, InterruptedException {
    MatchResult found = PROGRAM.matcher(Files.readString(PAGE)).results().findFirst().orElseThrow();
    Path source = Path.of("..", "consumer", "src", "main", "java", "example", "Blocks.java");
    assertThat(found.group(1)).isEqualTo(Files.readString(source));
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
