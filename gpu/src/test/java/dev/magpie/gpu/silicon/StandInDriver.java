package dev.magpie.gpu.silicon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** A driver for tests, which no GPU is behind. */
final class StandInDriver {
  private StandInDriver() {}

  /** The library, compiled into a directory; where there is no compiler, tests are skipped. */
  static Path compiled(Path directory) throws IOException, InterruptedException {
    Path source = directory.resolve("libcuda.c");
    try (InputStream in = StandInDriver.class.getResourceAsStream("libcuda.c")) {
      Files.copy(Objects.requireNonNull(in), source);
    }
    Path library = directory.resolve("libcuda.so");
    Process compiler;
    try {
      compiler =
          new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
              .inheritIO()
              .start();
    } catch (IOException e) {
      return Assumptions.abort("needs a C compiler, 'cc'");
    }
    assertThat(compiler.waitFor()).isZero();
    return library;
  }
}
