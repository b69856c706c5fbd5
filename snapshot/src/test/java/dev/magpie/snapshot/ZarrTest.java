package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.describe;
import static dev.magpie.snapshot.Fixtures.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Arrays that zarr-python wrote, and some written by the specification of version 3. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZarrTest {
  private static final int ROWS = 30;
  private static final int COLUMNS = 40;

  @TempDir private Path directory;

  @BeforeEach
  void unpack() throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file("zarr.zip")))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path path = directory.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.write(path, in.readAllBytes());
        }
      }
    }
  }

  private static float[] floats(Allocation allocation, ByteOrder order) {
    return allocation.memory().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order));
  }

  private List<Path> stores(String start) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(each -> each.getFileName().toString().startsWith(start)).sorted().toList();
    }
  }

  /** Counts from 0, and in one chunk, which is not stored, the value of what is not stored. */
  private static float[] grid() {
    float[] grid = new float[ROWS * COLUMNS];
    for (int i = 0; i < grid.length; i++) {
      int row = i / COLUMNS;
      int column = i % COLUMNS;
      grid[i] = row / 8 == 1 && column / 16 == 1 ? 7 : i;
    }
    return grid;
  }

  private static float[] transposed(float[] values) {
    float[] turned = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      turned[i % COLUMNS * ROWS + i / COLUMNS] = values[i];
    }
    return turned;
  }

  @Test
  void chunksOfEveryCodec() throws IOException {
    float[] runs = new float[60 * 80];
    for (int i = 0; i < runs.length; i++) {
      runs[i] = Math.floorDiv(i, 3);
    }
    int count = 0;
    for (Path store : stores("v")) {
      String name = store.getFileName().toString();
      if (name.contains("group") || name.contains("bf16")) {
        continue;
      }
      count++;
      try (Snapshot snapshot = Snapshot.open(List.of(store))) {
        Allocation allocation = snapshot.allocations().getFirst();
        assertThat(allocation.name()).as(name).isEqualTo(name.replace(".zarr", ""));
        assertThat(allocation.source()).as(name).isEqualTo(store);
        assertThat(allocation.type()).as(name).isEqualTo("f32");
        boolean turned = name.contains("fortran") || name.contains("transposed");
        boolean wide = name.contains("v2-blo");
        assertThat(allocation.shape())
            .as(name)
            .isEqualTo(wide ? List.of(60L, 80L) : turned ? List.of(40L, 30L) : List.of(30L, 40L));
        boolean big = name.contains("big") || name.equals("v3-blosc.zarr");
        float[] values = floats(allocation, big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        assertThat(values).as(name).isEqualTo(wide ? runs : turned ? transposed(grid()) : grid());
        assertThat(snapshot.remarks()).as(name).isEmpty();
      }
    }
    assertThat(count).isGreaterThan(25);
  }

  @Test
  void groupsAreFolders() {
    try (Snapshot snapshot = Snapshot.open(List.of(directory.resolve("v2-group.zarr")))) {
      assertThat(snapshot.allocations().stream().map(each -> each.key().toString()).toList())
          .hasSize(2);
      assertThat(describe(snapshot.allocations().getFirst())).isEqualTo("f64[] 0000000000000840");
      assertThat(snapshot.allocations().getLast().shape()).containsExactly(5L);
      assertThat(snapshot.skippedArrays()).isEqualTo(1);
      assertThat(snapshot.skippedFiles()).isZero();
    }
    try (Snapshot snapshot = Snapshot.open(List.of(directory.resolve("v3-bf16.zarr")))) {
      Allocation allocation = snapshot.allocations().getFirst();
      assertThat(allocation.type()).isEqualTo("bf16");
      assertThat(allocation.memory().get(ValueLayout.JAVA_SHORT_UNALIGNED, 2))
          .isEqualTo((short) (Float.floatToIntBits(1) >> 16));
    }
  }

  /** What stands where no chunk is stored. */
  @Test
  void fillsOfTextsAndDates() throws IOException {
    assertThat(filled("<U2", "\"\"")).isEqualTo("u32[2, 2] 00000000 00000000 00000000 00000000");
    assertThat(filled("<U2", "\"a\"")).isEqualTo("u32[2, 2] 61000000 00000000 61000000 00000000");
    assertThat(filled("|S2", "\"YQ==\"")).isEqualTo("u8[2, 2] 61 00 61 00");
    assertThat(filled("<M8[ns]", "\"NaT\"")).isEqualTo("i64[2] 0000000000000080 0000000000000080");
    assertThat(filled("<U0", "2")).isEqualTo("u32[2, 0]");
    assertThat(filled("<f4", "\"0x3f800000\"")).isEqualTo("f32[2] 0000803f 0000803f");
  }

  private String filled(String dtype, String value) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("filled.zarr"));
    Files.writeString(
        folder.resolve(".zarray"),
        """
        {"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "%s", "fill_value": %s,
         "order": "C", "filters": null, "compressor": null}
        """
            .formatted(dtype, value));
    return String.valueOf(Fixtures.describeAll(folder).get("filled"));
  }

  @Test
  void whatIsNotReadIsSaid() throws IOException {
    complains("v2-plain", "\"compressor\":null", "\"compressor\":{\"id\":\"bz2\"}", "'bz2'");
    complains("v2-plain", "\"zarr_format\":2", "\"zarr_format\":4", "neither 2 nor 3");
    complains("v2-plain", "[8,16]", "[8,0]", "chunks of [8, 0] elements");
    complains("v2-plain", "[8,16]", "[8]", "chunks of 1 dimensions in an array of 2");
    complains("v2-plain", "[30,40]", "[30,4000000000]", "more than a file of");
    complains("v2-plain", "<f4", "<f3", "'<f3'");
    complains("v2-plain", "{", "[", "no JSON of a Zarr array");
    complains("v2-plain", "7.0", "\"x\"", "fill_value");
    complains("v2-plain", "7.0", "\"0x3f80000000\"", "has 5 bytes and an element 4");
    complains("v2-plain", "7.0", "\"0x3f\"", "has 1 bytes and an element 4");
  }

  /** It would be a lie to take it for a chunk of the fill value. */
  @Test
  void aChunkThatCannotBeReadIsNotMissing() throws IOException {
    Path folder = directory.resolve("v2-plain.zarr");
    Path chunk = folder.resolve("0.0");
    Files.delete(chunk);
    Files.createSymbolicLink(chunk, directory.resolve("nowhere"));
    assertThatThrownBy(() -> Snapshot.open(List.of(folder)))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("0.0");
    Files.delete(chunk);
    Files.createDirectory(chunk);
    assertThatThrownBy(() -> Snapshot.open(List.of(folder)))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("0.0");
  }

  @Test
  void linksAreFollowed() throws IOException {
    Path link =
        Files.createSymbolicLink(
            directory.resolve("link.zarr"), directory.resolve("v2-plain.zarr"));
    try (Snapshot snapshot = Snapshot.open(List.of(link))) {
      Allocation allocation = snapshot.allocations().getFirst();
      assertThat(floats(allocation, ByteOrder.LITTLE_ENDIAN)).isEqualTo(grid());
    }
  }

  /** Puts something else into a store's metadata, and the metadata back. */
  private void complains(String store, String what, String with, String message)
      throws IOException {
    Path folder = directory.resolve(store + ".zarr");
    Path metadata = folder.resolve(".zarray");
    String text = Files.readString(metadata);
    String dense = text.replaceAll("\\s", "");
    assertThat(dense).contains(what);
    Files.writeString(metadata, dense.replace(what, with));
    assertThatThrownBy(() -> Snapshot.open(List.of(folder)))
        .isInstanceOf(SnapshotException.class)
        .hasMessageStartingWith(folder.toString())
        .hasMessageContaining(message);
    Files.writeString(metadata, text);
  }

  /** Any byte of any file: it opens, or one complaint names a file of the store. */
  @Test
  void damagedStores() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (Path store : stores("v")) {
      List<Path> files;
      try (Stream<Path> all = Files.walk(store)) {
        files = all.filter(Files::isRegularFile).sorted().toList();
      }
      for (int i = 0; i < 60; i++) {
        Path file = files.get(random.nextInt(Math.min(files.size(), 4)));
        byte[] bytes = Files.readAllBytes(file);
        byte[] damaged =
            i % 3 == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        if (i % 3 > 0) {
          damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, damaged);
        try (Snapshot snapshot = Snapshot.open(List.of(store))) {
          assertThat(snapshot.allocations()).isNotEmpty();
        } catch (SnapshotException e) {
          assertThat(e).hasMessageStartingWith(store.toString());
        }
        Files.write(file, bytes);
      }
    }
  }
}
