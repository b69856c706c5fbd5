package dev.magpie.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultDirectoryTest {
  private static final Path PLACE = Path.of("results");

  /** The command that was given is right, and its status says so. */
  @Test
  void aFullDiskIsNoMistakeInTheName() {
    assertThat(
            ResultDirectory.unwritable(
                PLACE, new FileSystemException("results", null, "No space left on device")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("results: cannot be written: No space left on device");
    assertThat(ResultDirectory.unwritable(PLACE, new AccessDeniedException("results")))
        .isInstanceOf(LabException.class)
        .hasMessage("results: results cannot be written there: permission denied");
  }
}
