package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describe;
import static dev.magpie.snapshot.Fixtures.describeAll;
import static dev.magpie.snapshot.Fixtures.file;
import static dev.magpie.snapshot.Fixtures.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Hdf5Test {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int GRID = 30 * 40;

  @TempDir private Path directory;

  private static boolean isGrid(MemorySegment memory) {
    for (int i = 0; i < GRID; i++) {
      if (memory.get(FLOAT, 4L * i) != i) {
        return false;
      }
    }
    return memory.byteSize() == 4 * GRID;
  }

  @Test
  void walksGroupsInNameOrderAndMeetsEachObjectOnce() {
    try (Snapshot snapshot = Snapshot.open(List.of(file("contiguous.h5")))) {
      assertThat(snapshot.allocations().stream().map(Allocation::name))
          .containsExactly(
              "/a/bool", "/a/complex", "/a/half", "/b/a", "/b/grid", "/empty", "/unwritten", "/z");
      assertThat(snapshot.skippedArrays()).isEqualTo(4);
      Allocation grid = snapshot.allocations().get(4);
      assertThat(grid.shape()).containsExactly(30L, 40L);
      assertThat(isGrid(grid.memory())).isTrue();
    }
  }

  @Test
  void keepsTheByteOrder() {
    try (Snapshot snapshot = Snapshot.open(List.of(file("big-endian.h5")))) {
      assertThat(snapshot.allocations().stream().map(each -> each.name() + " " + each.order()))
          .containsExactly(
              "/complex BIG_ENDIAN",
              "/float BIG_ENDIAN",
              "/int BIG_ENDIAN",
              "/little LITTLE_ENDIAN");
    }
  }

  @Test
  void readsTypesAsTheyStand() {
    assertThat(describeAll(file("contiguous.h5")))
        .containsEntry("/a/bool", "u8[2] 01 00")
        .containsEntry("/a/complex", "f64[1, 2] 000000000000f03f 0000000000000040")
        .containsEntry("/a/half", "f16[3] 0000 003c 0040")
        .containsEntry("/b/a", "i16[5] 0000 0001 0002 0003 0004")
        .containsEntry("/empty", "f64[0, 4]")
        .containsEntry("/unwritten", "i32[16]" + " 00000000".repeat(16))
        .containsEntry("/z", "u64[] 0300000000000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"earliest", "v110"})
  void decodesChunks(String version) {
    try (Snapshot snapshot = Snapshot.open(List.of(file("chunked-" + version + ".h5")))) {
      assertThat(snapshot.allocations().stream().map(Allocation::name))
          .containsExactly(
              "/cube", "/gzip", "/line", "/lzf", "/one", "/plain", "/shuffle", "/sparse");
      for (Allocation allocation : snapshot.allocations()) {
        switch (allocation.name()) {
          case "/sparse" ->
              assertThat(describe(allocation))
                  .isEqualTo(
                      "i32[100]"
                          + " ffffffff".repeat(20)
                          + " 05000000".repeat(5)
                          + " ffffffff".repeat(75));
          case "/one" -> assertThat(allocation.memory().get(FLOAT, 4 * 159)).isEqualTo(159);
          default -> assertThat(isGrid(allocation.memory())).as(allocation.name()).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"earliest", "v110"})
  void undoesTheFiltersThatWereRunOnAChunk(String version) {
    Map<String, String> all = describeAll(file("filters-" + version + ".h5"));
    assertThat(all).hasSize(18);
    all.forEach((name, description) ->
        assertThat(description)
            .as(name)
            .isEqualTo(all.get(name.substring(0, name.lastIndexOf('/')) + "/plain")));
  }

  @Test
  void findsAChunkWhoseChecksumIsWrong() throws IOException {
    byte[] bytes = Files.readAllBytes(file("filters-v110.h5"));
    ByteBuffer chunk = ByteBuffer.allocate(14 * 15 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 14 * 15; i++) {
      chunk.putFloat(i / 15 * 40 + i % 15);
    }
    int place = new String(bytes, ISO_8859_1).indexOf(new String(chunk.array(), ISO_8859_1));
    assertThat(place).isPositive();
    bytes[place + 100] ^= 4;
    assertThat(complaint(write(directory.resolve("x.h5"), bytes)))
        .contains("object '/grid/fletcher32=True'", "the checksum of a chunk is wrong");
  }

  @Test
  void refusesIndicesOfChunksThatWouldBeMisread() {
    try (Snapshot snapshot = Snapshot.open(List.of(file("index-growing.h5")))) {
      assertThat(isGrid(snapshot.allocations().getFirst().memory())).isTrue();
    }
    assertThat(complaint(file("index-grown.h5"))).contains("object '/x'", "[30, -1]", "h5repack");
    assertThat(complaint(file("index-roomy.h5"))).contains("object '/x'", "[60, 80]", "h5repack");
    assertThat(complaint(file("index-gaps.h5"))).contains("object '/x'", "missing", "h5repack");
  }

  @Test
  void readsWhatJhdfWrites() {
    Path file = directory.resolve("x.data");
    try (WritableHdfFile out = HdfFile.write(file)) {
      out.putDataset("x", new int[][] {{1, 2}, {3, 4}});
    }
    assertThat(describeAll(file))
        .isEqualTo(Map.of("/x", "i32[2, 2] 01000000 02000000 03000000 04000000"));
  }

  @Test
  void readsBehindAUserBlock() throws IOException {
    byte[] bytes = Files.readAllBytes(file("contiguous.h5"));
    byte[] moved = new byte[512 + bytes.length];
    System.arraycopy(bytes, 0, moved, 512, bytes.length);
    moved[512 + 24 + 1] = 2; // the base address: 512
    Path file = write(directory.resolve("x.mat"), moved);
    assertThat(describeAll(file)).containsEntry("/b/a", "i16[5] 0000 0001 0002 0003 0004");
  }

  @Test
  void refusesOtherFiles() {
    assertThat(complaint(write(directory.resolve("x.h5"), new byte[2000])))
        .contains("no HDF5 signature");
  }

  @Test
  void printsNothing() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      describeAll(file("contiguous.h5"));
      describeAll(file("chunked-v110.h5"));
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
