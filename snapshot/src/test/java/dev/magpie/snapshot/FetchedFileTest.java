package dev.magpie.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be mapped: here those in an archive, which is a file system of Java's. */
class FetchedFileTest {
  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init")
  private FileSystem archive;

  @BeforeEach
  void open() throws IOException {
    archive = FileSystems.newFileSystem(directory.resolve("archive.zip"), Map.of("create", "true"));
  }

  @AfterEach
  void close() throws IOException {
    archive.close();
  }

  private static byte[] random(int bytes) {
    byte[] made = new byte[bytes];
    new Random(1).nextBytes(made);
    return made;
  }

  @Test
  void arraysAreThoseOfTheFileWhetherByRangesOrWhole() throws IOException {
    byte[] bytes = random((20 << 20) + 5);
    Path file = Files.write(archive.getPath("/dump.bin"), bytes);
    try (Snapshot snapshot = Snapshot.open(List.of(file));
        Arena arena = Arena.ofConfined()) {
      Contents contents = snapshot.allocations().getFirst().contents();
      assertThat(contents.byteSize()).isEqualTo(bytes.length);
      assertThat(contents.isHere()).isFalse();
      MemorySegment range = arena.allocate(1000);
      for (long from : new long[] {0, 12_345_678, bytes.length - 1000}) {
        contents.read(from, range);
        assertThat(range.mismatch(MemorySegment.ofArray(bytes).asSlice(from, 1000))).isEqualTo(-1);
      }
      assertThat(contents.isHere()).isFalse();
      assertThat(contents.memory().mismatch(MemorySegment.ofArray(bytes))).isEqualTo(-1);
      assertThat(contents.isHere()).isTrue();
      contents.read(7_000_000, range);
      assertThat(range.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo(bytes[7_000_000]);
    }
  }

  @Test
  void aHeaderIsFetchedWithoutItsArrays() throws IOException {
    Path local = directory.resolve("model.safetensors");
    SafetensorsWriter.write(
        local,
        Map.of(
            "weights",
            new Tensor(Dtype.U8, List.of(3L << 20), MemorySegment.ofArray(random(3 << 20)))));
    Path file = Files.copy(local, archive.getPath("/model.safetensors"));
    try (Snapshot snapshot = Snapshot.open(List.of(file));
        Snapshot mapped = Snapshot.open(List.of(local))) {
      Allocation array = snapshot.allocations().getFirst();
      assertThat(array.contents().isHere()).isFalse();
      assertThat(mapped.allocations().getFirst().contents().isHere()).isTrue();
      assertThat(array.memory().mismatch(mapped.allocations().getFirst().memory())).isEqualTo(-1);
    }
  }
}
