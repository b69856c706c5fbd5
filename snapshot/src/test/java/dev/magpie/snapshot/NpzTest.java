package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describeAll;
import static dev.magpie.snapshot.Fixtures.file;
import static dev.magpie.snapshot.Fixtures.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpzTest {
  private static final String FIRST =
      "i32[8] 00000000 01000000 02000000 03000000 04000000 05000000 06000000 07000000";
  private static final String SECOND =
      "f64[256]"
          + " 0000000000000000 000000000000f03f 0000000000000040 0000000000000840".repeat(64);

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"stored.npz", "deflated.npz"})
  void readsWhatNumpyWrote(String name) {
    assertThat(describeAll(file(name))).isEqualTo(Map.of("first", FIRST, "second", SECOND));
  }

  @Test
  void readsZip64AndPassesOtherEntriesOver() {
    assertThat(describeAll(file("zip64.npz")))
        .isEqualTo(Map.of("group/first", FIRST, "second", SECOND));
  }

  @Test
  void readsArchivesThatWereStreamed() {
    assertThat(describeAll(file("streamed.npz"))).isEqualTo(Map.of("first", FIRST));
  }

  @Test
  void storedEntriesAreNotCopied() throws IOException {
    // With a comment of 40,000 bytes, since small files are copied as a whole.
    byte[] stored = Files.readAllBytes(file("stored.npz"));
    byte[] larger = Arrays.copyOf(stored, stored.length + 40_000);
    larger[stored.length - 2] = (byte) 40_000;
    larger[stored.length - 1] = (byte) (40_000 >> 8);
    Path copy = write(directory.resolve("copy.npz"), larger);
    try (Snapshot snapshot = Snapshot.open(List.of(copy))) {
      for (Allocation allocation : snapshot.allocations()) {
        assertThat(allocation.memory().isMapped()).isTrue();
      }
      // A change of the file shows through, so this is the file.
      byte[] bytes = Files.readAllBytes(copy);
      int at = new String(bytes, ISO_8859_1).indexOf("\n\0\0\0\0\1\0\0\0") + 1;
      try (SeekableByteChannel channel = Files.newByteChannel(copy, StandardOpenOption.WRITE)) {
        channel.position(at).write(ByteBuffer.wrap(new byte[] {42}));
      }
      assertThat(Fixtures.describe(snapshot.allocations().getFirst()))
          .startsWith("i32[8] 2a000000");
    }
  }

  private Path npz(String entry, byte[] content) throws IOException {
    Path file = directory.resolve("x.npz");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(content);
    }
    return file;
  }

  private static byte[] npy(String shape, int bytes) throws IOException {
    String header =
        "\u0093NUMPY\u0001\u0000v\u0000"
            + "{'descr': '|u1', 'fortran_order': False, 'shape': %-66s}\n".formatted(shape);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(header.getBytes(ISO_8859_1));
    out.write(new byte[bytes]);
    return out.toByteArray();
  }

  @Test
  void largeEntriesLiveOutsideTheHeap() throws IOException {
    Path file = npz("zeros.npy", npy("(100000000,)", 100_000_000));
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      assertThat(snapshot.bytes()).isEqualTo(100_000_000);
      assertThat(snapshot.allocations().getFirst().memory().isMapped()).isTrue();
      assertThat(snapshot.allocations().getFirst().memory().isReadOnly()).isTrue();
    }
  }

  @Test
  void aSizeThatLiesIsNotAllocated() throws IOException {
    assertThat(complaint(npz("a.npy", npy("(1000,)", 10))))
        .contains("entry 'a.npy': header: the array's 1000 bytes are not in the entry's 138");
    Path file = npz("a.npy", npy("(1000000000000,)", 10));
    byte[] bytes = Files.readAllBytes(file);
    // Let the directory agree with the header, as far as it can without ZIP64.
    int size = new String(bytes, ISO_8859_1).indexOf("PK\u0001\u0002") + 24;
    Arrays.fill(bytes, size, size + 4, (byte) 0xfe);
    assertThat(complaint(write(file, bytes))).contains("are not in the entry's 4278124286");
    file = npz("a.npy", npy("(4000000000,)", 10));
    bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, size, size + 4, (byte) 0xfe);
    assertThat(complaint(write(file, bytes))).contains("more than a file of", "can hold");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PK\\001\\002 | 10 | 12 | compression method 12
          PK\\001\\002 |  8 |  1 | encrypted
          PK\\001\\002 | 16 | 99 | checksum is wrong
          PK\\001\\002 | 42 | 99 | is not where this says
          PK\\001\\002 | 23 | 99 | does not fit
          PK\\001\\002 |  0 | 99 | no directory entry
          PK\\005\\006 | 11 | 99 | no directory entry
          PK\\005\\006 | 19 | 99 | no directory entry
          PK\\005\\006 | 20 | 99 | no ZIP directory at the end
          """)
  void refusesDamagedDirectories(String record, int offset, int value, String complaint)
      throws IOException {
    byte[] bytes = Files.readAllBytes(file("deflated.npz"));
    bytes[new String(bytes, ISO_8859_1).indexOf(record.translateEscapes()) + offset] = (byte) value;
    assertThat(complaint(write(directory.resolve("x.npz"), bytes))).contains(complaint);
  }

  @Test
  void refusesDuplicateNames() throws IOException {
    Path file = directory.resolve("x.npz");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String name : List.of("a.npy", "b.npy")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(npy("(1,)", 1));
      }
    }
    String text = new String(Files.readAllBytes(file), ISO_8859_1).replace("b.npy", "a.npy");
    assertThat(complaint(write(file, text.getBytes(ISO_8859_1)))).contains("the name stands twice");
  }

  @Test
  void theWriterServesArchivesToo() throws IOException {
    Path file = directory.resolve("x.npz");
    MemorySegment memory = Fixtures.ints(1, 2, 3);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("a.npy"));
      NpyWriter.write(Channels.newChannel(out), new Tensor(Dtype.I32, List.of(3L), memory));
    }
    assertThat(describeAll(file)).isEqualTo(Map.of("a", "i32[3] 01000000 02000000 03000000"));
  }
}
