package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir private Path directory;

  private List<String> names() throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void appearsWhenItIsComplete() throws IOException {
    Path file = directory.resolve("it");
    try (WholeFile whole = WholeFile.begin(file)) {
      whole.channel().write(ByteBuffer.wrap(new byte[] {1, 2}));
      assertThat(file).doesNotExist();
      whole.commit();
    }
    assertThat(file).hasBinaryContent(new byte[] {1, 2});
    assertThat(names()).containsExactly("it");
  }

  @Test
  void whatFailsLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(directory.resolve("it"), "old");

    assertThatThrownBy(() ->
            WholeFile.write(
                file,
                out -> {
                  out.write(ByteBuffer.wrap(new byte[] {1}));
                  throw new IOException("full");
                }))
        .hasMessage("full");

    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("it");
  }

  @Test
  void twoOfOneNameDoNotMeet() throws IOException {
    Path file = directory.resolve("it");
    try (WholeFile one = WholeFile.begin(file);
        WholeFile other = WholeFile.begin(file)) {
      one.channel().write(ByteBuffer.wrap(new byte[] {1}));
      other.channel().write(ByteBuffer.wrap(new byte[] {2, 2}));
      other.commit();
      one.commit();
    }
    assertThat(file).hasBinaryContent(new byte[] {1});
    assertThat(names()).containsExactly("it");
  }

  @Test
  void aLinksTargetIsReplaced() throws IOException {
    Path target = Files.writeString(directory.resolve("target"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);

    WholeFile.write(link, new byte[] {7});

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(target).hasBinaryContent(new byte[] {7});
  }

  @Test
  void placesThatCannotBeWrittenAreFoundAtOnce() {
    assertThatThrownBy(() -> WholeFile.begin(directory.resolve("no/it")))
        .hasMessageEndingWith("there is no directory " + directory.resolve("no"));
    assertThatThrownBy(() -> WholeFile.begin(directory)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> WholeFile.begin(Path.of("/"))).isInstanceOf(IOException.class);
  }

  @Test
  void aDirectoryAppearsWhenItIsComplete() throws IOException {
    Path made = Files.createDirectory(directory.resolve("made"));
    try (WholeDirectory whole = WholeDirectory.begin(made)) {
      try (WritableByteChannel out = whole.begin("inner/it")) {
        out.write(ByteBuffer.wrap(new byte[] {3}));
      }
      assertThatThrownBy(() -> whole.begin("../it")).isInstanceOf(IllegalArgumentException.class);
      assertThat(made).isEmptyDirectory();
      whole.commit();
    }
    assertThat(made.resolve("inner/it")).hasBinaryContent(new byte[] {3});
    assertThat(names()).containsExactly("made");
  }

  @Test
  void aDirectoryThatIsNotCompleteLeavesNothing() throws IOException {
    Path made = directory.resolve("made");
    try (WholeDirectory whole = WholeDirectory.begin(made)) {
      whole.begin("inner/it").close();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNext() throws IOException {
    Files.writeString(directory.resolve(".a.magpie-0000000000000001-0.part"), "half");
    Path tree = Files.createDirectory(directory.resolve(".b.magpie-0000000000000002-1.part"));
    Files.writeString(tree.resolve("inner"), "half");
    Files.createFile(directory.resolve(".magpie-0000000000000002.lock"));
    Files.createFile(directory.resolve(".magpie-0000000000000003.lock"));
    Files.writeString(directory.resolve(".not-ours.part"), "half");

    WholeFile.write(directory.resolve("it"), new byte[1]);

    assertThat(names()).containsExactly(".not-ours.part", "it");
  }

  @Test
  void whatAnotherProcessIsWritingStays() throws IOException {
    Path part = Files.createFile(directory.resolve(".a.magpie-0000000000000001-0.part"));
    Path lock = directory.resolve(".magpie-0000000000000001.lock");
    try (FileChannel other =
        FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      other.lock();
      WholeFile.write(directory.resolve("it"), new byte[1]);
    }
    assertThat(names()).containsExactly(part.getFileName() + "", lock.getFileName() + "", "it");
  }

  @Test
  void aDirectoryIsLockedAsLongAsSomethingInItIsUnfinished() throws IOException {
    String lock = "." + DirectoryLock.OWNER + ".lock";
    WholeFile one = WholeFile.begin(directory.resolve("one"));
    try (WholeFile other = WholeFile.begin(directory.resolve("other"))) {
      one.commit();
      assertThat(names()).contains(lock, "one");
      other.commit();
    }
    assertThat(names()).containsExactly("one", "other");
  }

  @Test
  void neitherFilesNorFullDirectoriesAreReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("it"), "old");

    assertThatThrownBy(() -> WholeDirectory.begin(file)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> WholeDirectory.begin(directory))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThat(names()).containsExactly("it");
  }

  @Test
  void reasonsAreWords() {
    assertThat(IoReason.of(new NoSuchFileException("it"))).isEqualTo("no such file");
    assertThat(IoReason.of(new IOException("full"))).isEqualTo("full");
  }
}
