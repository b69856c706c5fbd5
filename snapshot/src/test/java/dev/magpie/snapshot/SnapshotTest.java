package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describe;
import static dev.magpie.snapshot.Fixtures.file;
import static dev.magpie.snapshot.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SnapshotTest {
  @TempDir private Path directory;

  private List<String> paths(Snapshot snapshot) {
    return snapshot.allocations().stream().map(allocation -> allocation.key().path()).toList();
  }

  @Test
  void rawFilesHaveTheTypeThatTheUserNames() {
    byte[] bytes = {1, 2, 3, 4};
    assertThat(describe(write(directory.resolve("dump.raw"), bytes)))
        .isEqualTo("u8[4] 01 02 03 04");
    Path raw = write(directory.resolve("dump.1"), bytes);
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> Snapshot.open(List.of(raw)))
        .withMessageStartingWith(raw + ": is of no format that is read (.npy, .npz")
        .withMessageContaining(".bin, .raw, .dat); say --raw");
    try (Snapshot snapshot = Snapshot.open(List.of(raw), Dtype.BF16)) {
      assertThat(describe(snapshot.allocations().getFirst())).isEqualTo("bf16[2] 0102 0304");
      assertThat(snapshot.allocations().getFirst().name()).isEqualTo("dump");
    }
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> Snapshot.open(List.of(raw), Dtype.F64))
        .withMessageContaining("ends within an element of type f64");
  }

  /** A process may map fewer files than there may be: 65,530 on Linux. */
  @Test
  void smallFilesAreNotMapped() throws IOException {
    Path raw = write(directory.resolve("dump.raw"), new byte[] {1, 2, 3, 4});
    try (Snapshot snapshot = Snapshot.open(List.of(raw))) {
      Files.write(raw, new byte[0]);
      assertThat(describe(snapshot.allocations().getFirst())).isEqualTo("u8[4] 01 02 03 04");
    }
  }

  @Test
  void namedFilesAreKnownByTheirFirstBytes() throws IOException {
    Path copy = Files.copy(file("f32.npy"), directory.resolve("f32.bin"));
    assertThat(describe(copy)).startsWith("f32[2, 3]");
    try (Snapshot snapshot = Snapshot.open(List.of(copy, file("f32.npy")))) {
      assertThat(snapshot.remarks())
          .containsExactly(copy + ": begins as .npy does, and is read so");
    }
  }

  @Test
  void damagedFilesCanBeLeftOut() throws IOException {
    Path good = Files.copy(file("f32.npy"), directory.resolve("b.npy"));
    Path bad = write(directory.resolve("a.npy"), new byte[] {1, 2, 3});
    try (Snapshot snapshot = Snapshot.openSound(List.of(directory), Optional.empty())) {
      assertThat(paths(snapshot)).containsExactly("b.npy");
      assertThat(snapshot.remarks())
          .singleElement()
          .asString()
          .startsWith("left out, since it cannot be read: " + bad);
    }
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> Snapshot.openSound(List.of(good, bad), Optional.empty()))
        .withMessageStartingWith(bad.toString());
    List<Path> damaged = new ArrayList<>();
    try (Snapshot snapshot = Snapshot.open(List.of(directory), (path, _) -> damaged.add(path))) {
      assertThat(paths(snapshot)).containsExactly("b.npy");
    }
    assertThat(damaged).containsExactly(bad);

    Files.delete(good);
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> Snapshot.open(List.of(directory), (path, _) -> damaged.add(path)))
        .withMessageContaining("holds no arrays");
  }

  @Test
  void directoriesAreSearchedInNameOrder() {
    for (String name : List.of("b/x.bin", "a.bin", "b.bin", "c/z.raw", "c/d/y.dat", "B.bin")) {
      write(directory.resolve(name), new byte[1]);
    }
    for (String name : List.of("readme.txt", "c/a.png", ".hidden.bin", ".git/x.bin")) {
      write(directory.resolve(name), new byte[1]);
    }
    try (Snapshot snapshot = Snapshot.open(List.of(directory))) {
      assertThat(paths(snapshot))
          .containsExactly("B.bin", "a.bin", "b/x.bin", "b.bin", "c/d/y.dat", "c/z.raw");
      assertThat(snapshot.skippedFiles()).isEqualTo(2);
      assertThat(snapshot.allocations().get(2).source()).isEqualTo(directory.resolve("b/x.bin"));
    }
  }

  @Test
  void linksThatLoopAreSearchedOnce() throws IOException {
    write(directory.resolve("a/b/x.bin"), new byte[1]);
    Files.createSymbolicLink(directory.resolve("a/b/up"), directory);
    Files.createSymbolicLink(directory.resolve("a/self"), Path.of("self"));
    Files.createSymbolicLink(directory.resolve("a/gone.bin"), Path.of("nothing"));
    Path twice = directory;
    for (int level = 0; level < 30; level++) {
      twice = Files.createDirectory(twice.resolve("t"));
      Files.createSymbolicLink(twice.resolveSibling("t2"), Path.of("t"));
    }
    write(twice.resolve("y.bin"), new byte[1]);
    try (Snapshot snapshot = Snapshot.open(List.of(directory))) {
      assertThat(paths(snapshot)).hasSize(2).contains("a/b/x.bin");
      assertThat(snapshot.skippedFiles()).isEqualTo(2);
    }
  }

  @Test
  void inputsWithoutArraysAreErrors() throws IOException {
    assertThat(complaint(directory)).contains("holds no arrays");
    write(directory.resolve("notes.txt"), new byte[1]);
    assertThat(complaint(directory)).contains("holds no arrays");
    assertThat(complaint(directory.resolve("missing.npy"))).isEqualTo("no such file or directory");
    assertThat(complaint(Path.of("/dev/zero"))).isEqualTo("neither a file nor a directory");
    write(directory.resolve("damaged.h5"), new byte[1]);
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> Snapshot.open(List.of(directory)))
        .withMessageStartingWith(directory.resolve("damaged.h5") + ": ");
  }

  @Test
  void filesMayBeLargerThanTheHeap() throws IOException {
    Path sparse = directory.resolve("large.bin");
    long bytes = 8L << 30;
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(bytes);
    }
    try (Snapshot snapshot = Snapshot.open(List.of(sparse), Dtype.F32)) {
      Allocation allocation = snapshot.allocations().getFirst();
      assertThat(snapshot.bytes()).isEqualTo(bytes);
      assertThat(allocation.shape()).containsExactly(bytes / 4);
      assertThat(allocation.memory().get(ValueLayout.JAVA_BYTE, bytes - 1)).isZero();
    }
  }

  @Test
  void aClosedSnapshotCannotBeRead() {
    Snapshot snapshot = Snapshot.open(List.of(file("f32.npy")));
    snapshot.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> snapshot.allocations().getFirst().memory().get(ValueLayout.JAVA_BYTE, 0));
  }

  @Test
  void messagesStayOnOneLine() {
    Path file =
        write(
            directory.resolve("x.npy"),
            "no\nnpy".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(complaint(file)).contains("no .npy magic number");
    assertThat(new SnapshotException("a\nb\u001b[31m\u0085").getMessage()).isEqualTo("a?b?[31m?");
  }
}
