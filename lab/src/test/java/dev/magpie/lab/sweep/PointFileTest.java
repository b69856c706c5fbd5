package dev.magpie.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointFileTest {
  @TempDir private Path directory;

  private SweepPoint point() throws IOException {
    Path file = directory.resolve("sweep.toml");
    Files.writeString(
        file,
        """
        gpus = ["gtx580"]
        codecs = ["none"]

        [[program]]
        workload = "bfs"
        size = "quick"
        """);
    return Sweep.read(file, "1").points().getFirst();
  }

  @Test
  void whyAPointFailedIsALineWithoutTheNameOfAClass() throws IOException {
    byte[] kept =
        PointFile.bytes(
            "1",
            point(),
            () -> {
              throw new UncheckedIOException(new NoSuchFileException("a.npy", null, "it is gone"));
            });
    assertThat(new String(kept, StandardCharsets.UTF_8))
        .contains("\"a.npy: it is gone\"")
        .doesNotContain("Exception");
  }

  /** Another try may do. */
  @Test
  void whatFailsForTheMachineIsKeptOfNoPoint() throws IOException {
    SweepPoint point = point();
    for (IOException problem :
        List.of(
            new IOException("No space left on device"),
            new IOException("Input/output error"),
            new FileSystemException("s3://runs/a.npy", null, "tried 7 times"))) {
      assertThatThrownBy(() ->
              PointFile.bytes(
                  "1",
                  point,
                  () -> {
                    throw new UncheckedIOException(problem);
                  }))
          .hasRootCause(problem);
    }
  }
}
