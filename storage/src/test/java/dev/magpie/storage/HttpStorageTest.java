package dev.magpie.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.storage.FlawedServer.Flaw;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on a web server: the same bytes as on the disk, or a line that says why not. */
class HttpStorageTest {
  private final FlawedServer server = new FlawedServer();

  @TempDir private Path directory;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRangeIsThatOfTheFile() throws IOException {
    byte[] bytes = random(1 << 20);
    Path file = server.put("some%20folder/data.bin?version=2", bytes, "\"1\"");
    Random random = new Random(1);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      assertThat(channel.size()).isEqualTo(bytes.length);
      for (int i = 0; i < 100; i++) {
        int from = random.nextInt(bytes.length);
        ByteBuffer to = ByteBuffer.allocate(random.nextInt(1, 1 << 14));
        int count = channel.read(to, from);
        assertThat(count).isEqualTo(Math.min(to.capacity(), bytes.length - from));
        assertThat(Arrays.copyOf(to.array(), count))
            .isEqualTo(Arrays.copyOfRange(bytes, from, from + count));
      }
      assertThat(channel.read(ByteBuffer.allocate(1), bytes.length)).isEqualTo(-1);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    assertThat(Files.size(server.put("empty.bin", new byte[0], "\"1\""))).isZero();
  }

  @Test
  void resultsAreThoseOfTheDisk() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path remote = server.put("model.safetensors", Files.readAllBytes(local), "\"1\"");
    assertThat(Scanned.of(remote)).isEqualTo(Scanned.of(local));
  }

  @Test
  void headersComeFirstAndNothingElse() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path remote = server.put("model.safetensors", Files.readAllBytes(local), "\"1\"");
    try (Snapshot snapshot = Snapshot.open(List.of(remote))) {
      assertThat(snapshot.bytes()).isGreaterThan(12 << 20);
      assertThat(server.bytes()).isLessThan(1 << 20);
      // The whole of an array is fetched once, for whoever wants all of it.
      snapshot.allocations().getFirst().memory();
      long bytes = server.bytes();
      snapshot.allocations().getFirst().memory();
      assertThat(server.bytes()).isEqualTo(bytes);
    }
  }

  @Test
  void whatFailsNowAndThenIsAskedForAgain() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path remote = server.put("model.safetensors", Files.readAllBytes(local), "\"1\"");
    Scanned whole = Scanned.of(local);
    for (Flaw flaw : List.of(Flaw.FAILS, Flaw.BREAKS_OFF, Flaw.STALLS)) {
      server.plan(request -> request % 3 == 0 ? flaw : Flaw.NONE);
      assertThat(Scanned.of(remote)).as(flaw.toString()).isEqualTo(whole);
      assertThat(server.requests()).as(flaw.toString()).isGreaterThan(12);
    }
  }

  @Test
  void whatAlwaysFailsIsALine() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path remote = server.put("model.safetensors", Files.readAllBytes(local), "\"1\"");
    server.plan(request -> request > 3 ? Flaw.FAILS : Flaw.NONE);
    assertThatThrownBy(() -> Scanned.of(remote))
        .hasRootCauseMessage("the server answers 503")
        .hasStackTraceContaining("tried 7 times");
    server.plan(_ -> Flaw.IS_OF_ANOTHER_PLACE);
    assertThatThrownBy(() -> readAt(remote, 7))
        .hasMessageContaining("gave bytes from 0 on, and not from 7");
  }

  @Test
  void aFileThatChangesIsNoticed() throws IOException {
    Path local = Scanned.model(directory, 1);
    byte[] bytes = Files.readAllBytes(local);
    Path remote = server.put("model.safetensors", bytes, "\"1\"");
    server.plan(request -> {
      if (request == 3) {
        server.put("model.safetensors", bytes, "\"2\"");
      }
      return Flaw.NONE;
    });
    assertThatThrownBy(() -> Scanned.of(remote))
        .hasMessageContaining("it changed while it was read");
    // Where it has a time, by that.
    Path dated = server.put("dated.bin", bytes, "Thu, 01 Jan 2026 00:00:00 GMT");
    assertThat(Files.size(dated)).isEqualTo(bytes.length);
    readAt(dated, 7);
    server.put("dated.bin", bytes, "Thu, 01 Jan 2026 00:00:01 GMT");
    assertThatThrownBy(() -> readAt(dated, 7)).hasMessageContaining("it changed");
    // Where the server knows no versions, by its size at least.
    Path unversioned = server.put("unversioned.bin", bytes, "");
    assertThat(Files.size(unversioned)).isEqualTo(bytes.length);
    server.put("unversioned.bin", Arrays.copyOf(bytes, 100), "");
    assertThatThrownBy(() -> readAt(unversioned, 7)).hasMessageContaining("it changed");
    assertThatThrownBy(() -> readAt(unversioned, 200)).hasMessageContaining("it changed");
  }

  @Test
  void whatIsNotThereOrHasNoRangesIsSaid() {
    assertThatThrownBy(() -> Snapshot.open(List.of(server.path("none.npy"))))
        .isInstanceOf(SnapshotException.class)
        .hasMessageEndingWith("none.npy: no such file or directory");
    Path file = server.put("data.bin", new byte[1000], "\"1\"");
    server.withoutRanges();
    assertThatThrownBy(() -> Snapshot.open(List.of(file)))
        .isInstanceOf(SnapshotException.class)
        .hasMessageEndingWith(
            "data.bin: cannot be read: the server gives no ranges of files; download it and name the copy");
  }

  @Test
  void anAddressStaysAsItIs() throws IOException {
    Path file = server.put("fields//heat.bin?a=b//c/", new byte[100], "\"1\"");
    assertThat(Files.size(file)).isEqualTo(100);
    assertThat(file.toUri().toString()).endsWith("/fields//heat.bin?a=b//c/");
  }

  @Test
  void redirectionsAreFollowedWhereTheyLeadSomewhere() throws IOException {
    server.put("there.bin", new byte[100], "\"1\"");
    assertThat(Files.size(server.redirect("a.bin", "there.bin"))).isEqualTo(100);
    String port = String.valueOf(server.path("x").toUri().getPort());
    assertThat(Files.size(server.redirect("b.bin", "HTTP://localhost:" + port + "/there.bin")))
        .isEqualTo(100);
    for (String nowhere : List.of("a b.bin", "http://", "ftp://localhost/x", "/c.bin")) {
      assertThatThrownBy(() -> Files.size(server.redirect("c.bin", nowhere)))
          .as(nowhere)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the server answers 302");
    }
    assertThatThrownBy(() -> Files.size(Path.of(java.net.URI.create("http://localhost:99999/x"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no such port");
  }

  private static void readAt(Path file, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      assertThat(channel.read(ByteBuffer.allocate(10), offset)).isPositive();
    }
  }

  private static byte[] random(int bytes) {
    byte[] made = new byte[bytes];
    new Random(bytes).nextBytes(made);
    return made;
  }
}
