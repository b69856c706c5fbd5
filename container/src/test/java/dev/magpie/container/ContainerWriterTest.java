package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.Granularity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of chunks of four blocks of 128 bytes. */
class ContainerWriterTest {
  private static final int CHUNK = 4 * 128;

  @TempDir private Path directory;

  private final byte[] data = Sample.bytes(40 * CHUNK + 100, 3);
  private final ContainerSettings settings =
      Sample.settings("mag-bdi", Granularity.DEFAULT, 4, data);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private ContainerWriter writer(WritableByteChannel out, int threads, String... names)
      throws IOException {
    return new ContainerWriter(out, settings, List.of(names), threads);
  }

  private static ReadableByteChannel in(byte[] bytes) {
    return Channels.newChannel(new ByteArrayInputStream(bytes));
  }

  /** Gives and takes a few bytes at a time, or none, as a pipe may. */
  private final class Drop implements ReadableByteChannel, WritableByteChannel {
    private final ByteBuffer source = ByteBuffer.wrap(data);
    private int reads;

    @Override
    public int read(ByteBuffer target) {
      if (!source.hasRemaining()) {
        return -1;
      }
      reads++;
      if (reads % 5 == 0) {
        return 0;
      }
      int count = Math.min(7, Math.min(source.remaining(), target.remaining()));
      target.put(source.slice(source.position(), count));
      source.position(source.position() + count);
      return count;
    }

    @Override
    public int write(ByteBuffer bytes) {
      int count = Math.min(7, bytes.remaining());
      for (int i = 0; i < count; i++) {
        written.write(bytes.get());
      }
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatItTellsIsWhatItWrote(int threads) throws IOException {
    List<Long> progress = new ArrayList<>();
    try (ContainerWriter writer = writer(Channels.newChannel(written), threads, "a", "b")) {
      Member a = writer.add(in(data), progress::add);
      assertThat(a.name()).isEqualTo("a");
      assertThat(a.bytes()).isEqualTo(data.length);
      assertThat(a.firstChunk()).isZero();
      assertThat(a.crc32c())
          .isEqualTo(Checksums.crc32c(MemorySegment.ofArray(data), 0, data.length));
      assertThat(progress).hasSize(41).endsWith(100L).startsWith((long) CHUNK);
      Member b = writer.add(in(new byte[CHUNK]), progress::add);
      assertThat(b.firstChunk()).isEqualTo(41);
      assertThat(b.bytes()).isEqualTo(CHUNK);
      assertThat(progress).as("nothing for no bytes").hasSize(42);
      assertThat(writer.finish()).isEqualTo(written.size());
      Path file = Files.write(directory.resolve("c"), written.toByteArray());
      try (Container container = Container.open(file)) {
        assertThat(container.members()).containsExactly(a, b);
        assertThat(container.bytes()).isEqualTo(written.size());
      }
    }
  }

  @Test
  void channelsMayMoveAFewBytesAtATime() throws IOException {
    Drop drop = new Drop();
    try (ContainerWriter writer = writer(drop, 1, "m0")) {
      writer.add(drop, _ -> {});
      writer.finish();
    }
    Path whole = Sample.write(directory.resolve("c"), settings, 1, data);
    assertThat(written.toByteArray()).isEqualTo(Files.readAllBytes(whole));
    written.reset();
    try (Container container = Container.open(whole)) {
      container.copy(0, drop, 1, _ -> {});
    }
    assertThat(written.toByteArray()).isEqualTo(data);
  }

  @Test
  void membersMayBeEmpty() throws IOException {
    Path file = directory.resolve("c");
    Sample.write(file, settings, 1, new byte[0], new byte[CHUNK], new byte[0], data, new byte[0]);
    try (Container container = Container.open(file)) {
      assertThat(container.members())
          .extracting(Member::firstChunk)
          .containsExactly(0L, 0L, 1L, 1L, 42L);
      assertThat(Sample.read(container, 2, 1)).isEmpty();
      assertThat(Sample.read(container, 3, 1)).isEqualTo(data);
    }
  }

  @Test
  void aWriterThatIsClosedHasNoThreads() throws IOException {
    ContainerWriter writer = writer(Channels.newChannel(written), 2, "a");
    writer.close();
    assertThatThrownBy(() -> writer.add(in(data), _ -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aContainerIsFinishedWithAllOfItsMembers() throws IOException {
    try (ContainerWriter writer = writer(Channels.newChannel(written), 1, "a", "b")) {
      writer.add(in(data), _ -> {});
      int before = written.size();
      assertThatThrownBy(writer::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("2 members are named, and 1 added");
      assertThat(written.size()).isEqualTo(before);
    }
  }
}
