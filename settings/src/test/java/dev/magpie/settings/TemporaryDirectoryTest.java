package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryDirectoryTest {
  @Test
  void itGoesWithAllThatIsInIt() throws IOException {
    Path place;
    try (TemporaryDirectory directory = TemporaryDirectory.make();
        TemporaryDirectory other = TemporaryDirectory.make()) {
      place = directory.place();
      assertThat(place).isEmptyDirectory().isNotEqualTo(other.place());
      assertThat(place.getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
      Files.createDirectory(place.resolve("inner"));
      Files.writeString(place.resolve("inner/file"), "text");
    }
    assertThat(place).doesNotExist();
  }
}
