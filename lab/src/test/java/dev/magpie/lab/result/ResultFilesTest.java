package dev.magpie.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
  @TempDir private Path directory;

  /** One cause is one line. */
  @Test
  void whereNoFileCanBeReadThatIsSaidAlone() throws IOException {
    Path damaged = Files.writeString(directory.resolve("mag-fig1.json"), "{");
    List<String> complaints = new ArrayList<>();
    assertThatThrownBy(() -> ResultFiles.of(directory, complaints::add))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith(damaged + ": damaged (");
    assertThat(complaints).isEmpty();
  }
}
