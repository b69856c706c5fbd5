package dev.magpie.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code tools/fuzz} found once, or begins with. */
@Timeout(300)
class FuzzTargetsTest {
  private static final Path CORPUS = Path.of("..", "tools", "fuzz-corpus");

  @ParameterizedTest
  @MethodSource("dev.magpie.cli.fuzz.Fuzz#names")
  void endsAsItDocuments(String name) throws Exception {
    FuzzTarget target = FuzzTargets.named(name);
    target.run(new byte[0]);
    for (byte[] seed : FuzzTargets.seeds(name)) {
      target.run(seed);
    }
    for (Path file : files(CORPUS.resolve(name))) {
      try {
        target.run(Files.readAllBytes(file));
      } catch (Throwable e) {
        throw new AssertionError("tools/fuzz --replay %s %s".formatted(file, name), e);
      }
    }
  }

  @Test
  void eachCorpusIsOfATarget() throws IOException {
    assertThat(files(CORPUS)).allMatch(each -> Fuzz.names().contains("" + each.getFileName()));
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
