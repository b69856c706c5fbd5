package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputFilesTest {
  @TempDir private Path directory;

  private Path file = Path.of("it");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("it"), "text");
    FilesInUse.watch();
  }

  @Test
  void filesAreReadWholeUpToABound() throws IOException {
    assertThat(InputFiles.bytes(file, 4)).asString().isEqualTo("text");
    assertThat(InputFiles.text(file, 4)).isEqualTo("text");
    assertThatThrownBy(() -> InputFiles.bytes(file, 3)).isInstanceOf(UnusableFileException.class);
    assertThatThrownBy(() -> InputFiles.bytes(directory.resolve("no"), 3))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void whatIsNoTextIsTold() throws IOException {
    Files.write(file, new byte[] {(byte) 0xFF});
    assertThatThrownBy(() -> InputFiles.text(file, 4)).isInstanceOf(CharacterCodingException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "/dev/null", "."})
  void whatIsNoFileIsRefused(String name) {
    assertThatThrownBy(() -> InputFiles.bytes(Path.of(name), 3))
        .isInstanceOf(UnusableFileException.class);
    assertThatThrownBy(() -> InputFiles.channel(Path.of(name)))
        .isInstanceOf(UnusableFileException.class);
  }

  @Test
  void whatIsReadIsNotReplaced() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    InputFiles.bytes(link, 4);
    assertThatThrownBy(() -> FilesInUse.replace(file, "-o"))
        .hasMessage("%s: is an input, and -o %s would overwrite it".formatted(link, file));
    FilesInUse.replace(directory.resolve("new"), "-o");
  }

  @Test
  void whatIsReplacedIsNotRead() throws IOException {
    Path name = Files.createLink(directory.resolve("name"), file);
    FilesInUse.replace(file, "--report");
    assertThatThrownBy(() -> InputFiles.bytes(name, 4))
        .hasMessage("%s: is an input, and --report %s would overwrite it".formatted(name, file));
    FilesInUse.watch();
    assertThat(InputFiles.bytes(name, 4)).hasSize(4);
  }
}
