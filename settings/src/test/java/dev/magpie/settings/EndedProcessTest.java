package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that ends at an unlucky moment leaves nothing. */
class EndedProcessTest {
  @TempDir private Path directory;

  /** Ends when it has locked a directory and has not begun its file. */
  static final class Unlucky {
    private Unlucky() {}

    public static void main(String[] arguments) throws IOException {
      Path directory = Path.of(arguments[0]);
      UnfinishedFiles.discard(UnfinishedFiles.beside(directory.resolve("it")));
      DirectoryLock.take(directory);
      System.exit(3);
    }
  }

  @Test
  void betweenTheLockAndTheFile() throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Unlucky.class.getName(),
                    directory.toString()))
            .inheritIO()
            .start();

    assertThat(process.waitFor()).isEqualTo(3);
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
