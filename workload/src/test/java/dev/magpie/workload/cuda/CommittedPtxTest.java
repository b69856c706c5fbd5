package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The PTX beside each CUDA source is what the compiler makes of it. */
class CommittedPtxTest {
  private static final Path RESOURCES = Path.of("src/main/resources/dev/magpie/workload");

  @TempDir private Path directory;

  @Test
  void everySourceHasItsPtx() throws IOException {
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(20);
    assertThat(sources).allSatisfy(source -> assertThat(beside(source)).exists());
  }

  @Test
  void thePtxIsThatOfTheSource() throws Exception {
    Nvcc.assumePresent();
    for (Path source : sources()) {
      String compiled = Nvcc.compile(source, directory.resolve("compiled.ptx"));
      assertThat(Files.readString(beside(source)))
          .as("%s; workload/ptx.sh writes it anew", beside(source))
          .isEqualTo(compiled);
    }
  }

  private static Path beside(Path source) {
    return source.resolveSibling(source.getFileName().toString().replace(".cu", ".ptx"));
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(RESOURCES)) {
      return files.filter(file -> file.toString().endsWith(".cu")).sorted().toList();
    }
  }
}
