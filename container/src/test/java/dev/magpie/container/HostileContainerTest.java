package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.Granularity;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files whose checks are right and whose contents are not. */
@Timeout(300)
class HostileContainerTest {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @TempDir private Path directory;

  @Test
  void fieldsOfTheHeaderMayBeAnything() throws IOException {
    for (String codec : new String[] {"mag-bdi", "e2mc"}) {
      byte[] whole = container(codec);
      Random random = new Random(1);
      for (int i = 0; i < 300; i++) {
        byte[] changed = whole.clone();
        MemorySegment bytes = MemorySegment.ofArray(changed);
        int field = 4 * random.nextInt(2, 14);
        bytes.set(INT, field, interesting(random));
        if (random.nextBoolean()) {
          changed[random.nextInt(56, bytes.get(INT, 12) > 56 ? 100 : 57)] = (byte) random.nextInt();
        }
        int length = bytes.get(INT, 12);
        if (length > 20 && length <= changed.length) {
          bytes.set(INT, 16, Checksums.crc32c(bytes, 20, length - 20));
        }
        assertEndsWell(changed);
      }
    }
  }

  @Test
  void fieldsOfChunksMayBeAnything() throws IOException {
    for (String codec : new String[] {"mag-bdi", "bpc", "sc2", "c-pack", "fibonacci"}) {
      byte[] whole = container(codec);
      int header = MemorySegment.ofArray(whole).get(INT, 12);
      Random random = new Random(2);
      for (int i = 0; i < 300; i++) {
        byte[] changed = whole.clone();
        MemorySegment bytes = MemorySegment.ofArray(changed).asSlice(header);
        ChunkHead head = ChunkHead.read(bytes, 0);
        int payload = Math.ceilDiv(48 + 3 * head.blocks(), 64) * 64;
        int end = Math.ceilDiv(payload + head.payloadBytes(), 64) * 64;
        if (random.nextInt(3) == 0) {
          bytes.set(INT, 4L * random.nextInt(2, 12), interesting(random));
        }
        for (int n = random.nextInt(20); n > 0; n--) {
          changed[header + random.nextInt(48, end)] = (byte) random.nextInt();
        }
        bytes.set(INT, 8, Checksums.crc32c(bytes, payload, end - payload));
        bytes.set(INT, 4, Checksums.crc32c(bytes, 8, payload - 8));
        assertEndsWell(changed);
      }
    }
  }

  @Test
  void fieldsOfTheIndexMayBeAnything() throws IOException {
    byte[] whole = container("mag-bdi");
    Random random = new Random(3);
    for (int i = 0; i < 500; i++) {
      byte[] changed = whole.clone();
      MemorySegment bytes = MemorySegment.ofArray(changed);
      int end = changed.length - Index.END_BYTES;
      int start = (int) bytes.get(LONG, end);
      int field = start + 4 * random.nextInt(2, 20);
      bytes.set(INT, field, interesting(random));
      if (random.nextInt(4) == 0) {
        bytes.set(LONG, end + 8L * random.nextInt(2), (long) interesting(random));
        bytes.set(INT, end + 16, Checksums.crc32c(bytes, end, 16));
      }
      bytes.set(INT, start + 4, Checksums.crc32c(bytes, start + 8, end - start - 8));
      assertEndsWell(changed);
    }
  }

  @Test
  void anythingElseIsNoContainer() throws IOException {
    Path file = directory.resolve("other");
    for (int length : new int[] {0, 1, 55, 56, 1000}) {
      Files.write(file, Sample.bytes(length, length));
      assertThatThrownBy(() -> Container.open(file))
          .isInstanceOf(ContainerException.class)
          .hasMessage(file + ": this is no Magpie container");
    }
    assertThatThrownBy(() -> Container.open(directory))
        .isInstanceOf(ContainerException.class)
        .hasMessage(directory + ": a container has to be a regular file");
    byte[] later = container("bdi");
    int header = ByteBuffer.wrap(later).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
    later[8] = 2;
    later[later.length - Index.END_BYTES - header + 8] = 2;
    Files.write(file, later);
    assertThatThrownBy(() -> Container.open(file))
        .hasMessage(file + ": the container is of version 2, and this program knows version 1");
  }

  private byte[] container(String codec) throws IOException {
    byte[] data = Sample.bytes(3000, 8);
    return Files.readAllBytes(
        Sample.write(
            directory.resolve("c"),
            Sample.settings(codec, Granularity.DEFAULT, 16, data),
            1,
            data,
            Sample.bytes(100, 9)));
  }

  private static int interesting(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt();
      case 1 -> Integer.MAX_VALUE - random.nextInt(3);
      case 2 -> -random.nextInt(3);
      case 3 -> 1 << random.nextInt(31);
      default -> random.nextInt(200);
    };
  }

  /** In data or in a message that names the file; without much memory, and soon. */
  private void assertEndsWell(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("hostile"), bytes);
    long begin = System.nanoTime();
    for (boolean salvage : new boolean[] {false, true}) {
      try (Container container = salvage ? Container.openDamaged(file) : Container.open(file)) {
        for (int member = 0; member < container.members().size(); member++) {
          container.check(member, 1, _ -> {});
        }
      } catch (ContainerException e) {
        assertThat(e).hasMessageStartingWith(file.toString());
      }
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
  }
}
