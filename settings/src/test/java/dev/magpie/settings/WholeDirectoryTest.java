package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeDirectoryTest {
  @TempDir private Path directory;

  private void assertInTheWay(org.assertj.core.api.ThrowableAssert.ThrowingCallable begun) {
    assertThatThrownBy(begun)
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("the same run makes ");
  }

  @Test
  void nothingElseIsMadeInItsPlace() throws IOException {
    Path place = directory.resolve("it");
    Files.createDirectory(place);
    Path link = Files.createSymbolicLink(directory.resolve("link"), place);
    try (WholeDirectory whole = WholeDirectory.begin(place)) {
      assertInTheWay(() -> WholeFile.begin(place.resolve("page")).close());
      assertInTheWay(() -> WholeFile.begin(link.resolve("page")).close());
      WholeFile.begin(directory.resolve("it.html")).close();
      whole.commit();
    }
    WholeFile.write(place.resolve("page"), new byte[1]);
  }

  @Test
  void isNotMadeInAFilesPlace() throws IOException {
    Path place = directory.resolve("it");
    try (WholeFile file = WholeFile.begin(place)) {
      assertInTheWay(() -> WholeDirectory.begin(place).close());
      WholeFile.begin(place).close();
      file.commit();
    }
    assertThatThrownBy(() -> WholeDirectory.begin(place)).isInstanceOf(NotDirectoryException.class);
    assertThat(place).isRegularFile();
  }

  @Test
  void deletesNoFileThatHasComeInBetween() throws IOException {
    Path place = directory.resolve("it");
    try (WholeDirectory whole = WholeDirectory.begin(place)) {
      Files.writeString(place, "somebody's");
      assertThatThrownBy(whole::commit).isInstanceOf(NotDirectoryException.class);
    }
    assertThat(place).hasContent("somebody's");
  }
}
