package dev.magpie.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.analysis.ClusterException;
import dev.magpie.snapshot.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts find on another machine the arrays that they were cut from, or say why not. */
class ArrayPartTest {
  @TempDir private Path directory;

  @Test
  void partsFindTheirArraysAgain() throws Exception {
    Path examples = Path.of("../examples");
    try (Snapshot snapshot = Snapshot.open(List.of(examples))) {
      List<ArrayPart> parts =
          new ArrayParts(List.of(examples), snapshot.allocations(), 128).cut(_ -> false);
      long bytes = 0;
      for (ArrayPart each : parts) {
        ArrayPart there = sent(each);
        bytes +=
            there.read(
                Optional.empty(),
                arrays -> arrays.stream().mapToLong(array -> array.memory().byteSize()).sum());
      }
      assertThat(bytes).isEqualTo(snapshot.bytes());
    }
  }

  private static ArrayPart sent(ArrayPart part) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(part);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (ArrayPart) in.readObject();
    }
  }

  @Test
  void aFileThatHasChangedIsALine() throws IOException {
    Path file = Files.write(directory.resolve("a.bin"), new byte[1000]);
    ArrayPart part = partOf(file);
    Files.write(file, new byte[1001]);
    assertProblem(part, file + ": has changed since the run began; run it again");
  }

  @Test
  void aFileThatChangesWhileItIsReadIsALine() throws IOException {
    Path file = Files.write(directory.resolve("a.bin"), new byte[1000]);
    ArrayPart part = partOf(file);
    assertThatThrownBy(() ->
            part.read(
                Optional.empty(),
                arrays -> {
                  file.toFile().setLastModified(1);
                  return arrays.size();
                }))
        .isInstanceOf(ClusterException.class)
        .hasMessage(file + ": has changed since the run began; run it again");
  }

  @Test
  void aFileThatIsNotThereIsALine() throws IOException {
    Path file = Files.write(directory.resolve("a.bin"), new byte[1000]);
    ArrayPart part = partOf(file);
    Files.delete(file);
    assertProblem(
        part,
        file + ": is not there on a machine of the cluster; all have to see it under this name");
  }

  private static ArrayPart partOf(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      return new ArrayParts(List.of(file), snapshot.allocations(), 128).cut(_ -> false).getFirst();
    }
  }

  private static void assertProblem(ArrayPart part, String line) {
    assertThatThrownBy(() -> part.read(Optional.empty(), List::size))
        .isInstanceOf(ClusterException.class)
        .hasMessage(line);
  }
}
