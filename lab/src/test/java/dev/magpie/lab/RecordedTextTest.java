package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Numbers in the text of the pages follow from the repository's results. For each page a file of
 * queries, by the same name, answers phrases that stand in it word for word; where a result moves,
 * this tells what to write.
 */
class RecordedTextTest {
  private static final Path QUERIES = Path.of("src/test/resources/dev/magpie/lab/text");

  @TestFactory
  Stream<DynamicTest> everyPageSaysWhatItsQueriesAnswer() throws IOException {
    try (Stream<Path> files = Files.list(QUERIES)) {
      return files.sorted().toList().stream()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
    }
  }

  private static void check(Path file) throws IOException, SQLException {
    String name = file.getFileName().toString().replaceFirst("\\.sql$", ".md");
    String text = Files.readString(page(name)).replaceAll("\\s+", " ");
    try (RecordedFiles results = new RecordedFiles()) {
      for (String query : Files.readString(file).split(";\n", -1)) {
        if (!query.isBlank() && RecordedFiles.have(query)) {
          List<String> phrases =
              results.answer(query).rows().stream().flatMap(List::stream).toList();
          assertThat(phrases).as(query).isNotEmpty().doesNotContain("");
          assertThat(phrases.stream().filter(phrase -> !text.contains(phrase)).toList())
              .as("what %s does not say, by %s", name, query)
              .isEmpty();
        }
      }
    }
  }

  private static Path page(String name) {
    return Stream.of(Path.of("../docs", name), Path.of("..", name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
