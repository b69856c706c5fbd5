package dev.magpie.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files of other programs, and what tests say about the snapshots in files. */
final class Fixtures {
  private Fixtures() {}

  /** A file that NumPy or h5py wrote. */
  static Path file(String name) {
    try {
      return Path.of(Objects.requireNonNull(Fixtures.class.getResource(name), name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All of them of these kinds, in name order. */
  static List<Path> files(String... extensions) {
    try (Stream<Path> files = Files.list(file("f32.npy").resolveSibling(""))) {
      return files
          .filter(file -> Stream.of(extensions).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only allocation in a file, described as {@code f32[2, 3] 00000000 0000803f ...}. */
  static String describe(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      assertThat(snapshot.allocations()).hasSize(1);
      return describe(snapshot.allocations().getFirst());
    }
  }

  static String describe(Allocation allocation) {
    StringBuilder text = new StringBuilder();
    text.append(allocation.type()).append(allocation.shape());
    byte[] bytes = allocation.memory().toArray(ValueLayout.JAVA_BYTE);
    for (int i = 0; i < bytes.length; i++) {
      text.append(i % allocation.dtype().bytes() == 0 ? " " : "")
          .append("%02x".formatted(bytes[i]));
    }
    return text.toString();
  }

  /** The descriptions of all allocations by their names. */
  static Map<String, String> describeAll(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      return snapshot.allocations().stream()
          .collect(
              Collectors.toMap(
                  Allocation::name, Fixtures::describe, (a, b) -> a + b, TreeMap::new));
    }
  }

  /** The complaint about a file, without the file's name. */
  static String complaint(Path file) {
    SnapshotException e =
        catchThrowableOfType(SnapshotException.class, () -> Snapshot.open(List.of(file)).close());
    assertThat(e).as("exception for %s", file).isNotNull();
    String message = String.valueOf(e.getMessage());
    assertThat(message).startsWith(file + ": ").doesNotContain("\n");
    return message.substring(file.toString().length() + 2);
  }

  static MemorySegment ints(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(values);
    return MemorySegment.ofBuffer(buffer);
  }

  static MemorySegment bytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 37);
    }
    return MemorySegment.ofArray(bytes);
  }

  /** A {@code .safetensors} file with this header and so many bytes of data. */
  static Path safetensors(Path directory, String header, int dataBytes) {
    byte[] text = header.getBytes(UTF_8);
    return write(
        directory.resolve("x.safetensors"),
        ByteBuffer.allocate(8 + text.length + dataBytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(text.length)
            .put(text)
            .array());
  }

  static Path write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
