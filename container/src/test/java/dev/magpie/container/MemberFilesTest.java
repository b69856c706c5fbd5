package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MemberFilesTest {
  @TempDir private Path directory;

  private Path file(String name, int bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[bytes]);
  }

  private static void assertRefused(List<Path> inputs, String message) {
    assertThatThrownBy(() -> new MemberFiles(inputs))
        .isInstanceOf(ContainerException.class)
        .hasMessage(message);
  }

  @Test
  void aFileIsCalledByItsOwnName() throws IOException {
    Path b = file("x/b", 3);
    Path a = file("y/a", 4);
    MemberFiles files = new MemberFiles(List.of(b, a));
    assertThat(files.names()).containsExactly("b", "a");
    assertThat(files.files()).containsExactly(b, a);
    assertThat(files.bytes()).isEqualTo(7);
  }

  @Test
  void filesOfADirectoryAreCalledByTheirPathInIt() throws IOException {
    file("d/b", 1);
    file("d/a/z", 2);
    file("d/c/e/f", 4);
    MemberFiles files = new MemberFiles(List.of(directory.resolve("d")));
    assertThat(files.names()).containsExactly("a/z", "b", "c/e/f");
    assertThat(files.bytes()).isEqualTo(7);
  }

  /** As paths are, not as those of each directory: a hyphen comes before a slash. */
  @Test
  void theyAreInOrder() throws IOException {
    for (String name : new String[] {"d/b", "d/a/z", "d/e", "d/a-b", "d/a/c", "d/f", "d/a.b"}) {
      file(name, 1);
    }
    assertThat(new MemberFiles(List.of(directory.resolve("d"))).files())
        .isSorted()
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder("a-b", "a.b", "c", "z", "b", "e", "f");
  }

  @Test
  void theDirectorysNameStandsInFrontBesideOtherInputs() throws IOException {
    file("d/b", 1);
    Path other = file("b", 1);
    MemberFiles files = new MemberFiles(List.of(directory.resolve("d"), other));
    assertThat(files.names()).containsExactly("d/b", "b");
    assertThat(files.files()).containsExactly(directory.resolve("d").resolve("b"), other);
  }

  @Test
  void whatIsNotThereIsRefused() throws IOException {
    Path there = file("there", 1);
    Path none = directory.resolve("none");
    assertRefused(List.of(there, none), none + ": no such file or directory");
  }

  @Test
  void directoriesWithoutFilesAreRefused() throws IOException {
    Path empty = Files.createDirectories(directory.resolve("empty/in/it")).getParent();
    assertRefused(List.of(empty), empty + ": there are no files in it");
  }

  @Test
  void twoFilesOfOneNameAreRefused() throws IOException {
    Path one = file("x/same", 1);
    Path other = file("y/same", 1);
    assertRefused(
        List.of(one, other),
        "%s and %s would both be called 'same' in the container".formatted(one, other));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkBackToADirectoryAboveIsNotFollowed() throws IOException {
    file("outer/d/a", 1);
    Path d = directory.resolve("outer/d");
    Files.createSymbolicLink(d.resolve("itself"), d);
    Files.createSymbolicLink(d.resolve("above"), directory.resolve("outer"));
    assertThat(new MemberFiles(List.of(d)).names()).containsExactly("a");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void eachLinkToAnotherDirectoryIsFollowed() throws IOException {
    file("other/a", 1);
    Path d = Files.createDirectories(directory.resolve("d"));
    Files.createSymbolicLink(d.resolve("one"), directory.resolve("other"));
    Files.createSymbolicLink(d.resolve("two"), directory.resolve("other"));
    assertThat(new MemberFiles(List.of(d)).names()).containsExactly("one/a", "two/a");
  }
}
