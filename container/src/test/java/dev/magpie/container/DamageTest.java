package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.Granularity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageTest {
  private static final int BLOCKS_PER_CHUNK = 8;

  @TempDir private Path directory;
  private final byte[] data = Sample.bytes(60 * 128 + 5, 4);
  private byte[] whole = new byte[0];
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    ContainerSettings settings =
        Sample.settings("mag-bdi", Granularity.DEFAULT, BLOCKS_PER_CHUNK, data);
    file = Sample.write(directory.resolve("c"), settings, 1, data);
    whole = Files.readAllBytes(file);
  }

  /** What salvage wrote, and what it told. */
  private static final class Salvaged {
    private final byte[] bytes;
    private final List<Damage> damages;

    Salvaged(byte[] bytes, List<Damage> damages) {
      this.bytes = bytes;
      this.damages = damages;
    }

    byte[] bytes() {
      return bytes;
    }

    List<Damage> damages() {
      return damages;
    }
  }

  private Salvaged salvage() throws IOException {
    try (Container container = Container.openDamaged(file)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      List<Damage> damages = container.salvage(0, Channels.newChannel(out), 1, _ -> {});
      return new Salvaged(out.toByteArray(), damages);
    }
  }

  /** Either it cannot be opened, or it is told where the damage is. */
  private boolean isNoticed() throws IOException {
    try (Container container = Container.open(file)) {
      boolean told = !container.check(0, 1, _ -> {}).isEmpty();
      assertThatThrownBy(() -> Sample.read(container, 0, 1))
          .isInstanceOf(ContainerException.class)
          .hasMessageStartingWith(file.toString())
          .hasMessageContaining("'m0'");
      return told;
    } catch (ContainerException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
      return true;
    }
  }

  /** Blocks that are not told to be lost are as they were. */
  private void assertKept(Salvaged salvaged) {
    byte[] expected = Arrays.copyOf(data, salvaged.bytes().length);
    for (Damage damage : salvaged.damages()) {
      int from = (int) damage.firstBlock() * 128;
      int to = Math.min(expected.length, from + (int) damage.blocks() * 128);
      Arrays.fill(expected, from, to, (byte) 0);
    }
    assertThat(salvaged.bytes()).isEqualTo(expected);
  }

  @Test
  void everyChangedByteIsNoticedAndCostsAChunkAtMost() throws IOException {
    int exact = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << at % 8);
      Files.write(file, changed);
      assertThat(isNoticed()).as("byte %d", at).isTrue();
      Salvaged salvaged = salvage();
      assertKept(salvaged);
      assertThat(salvaged.bytes()).as("byte %d", at).hasSize(data.length);
      assertThat(salvaged.damages().size()).as("byte %d", at).isLessThanOrEqualTo(1);
      long lost = salvaged.damages().stream().mapToLong(Damage::blocks).sum();
      assertThat(lost).as("byte %d", at).isLessThanOrEqualTo(BLOCKS_PER_CHUNK);
      exact += lost == 1 ? 1 : 0;
    }
    // All bytes of payloads cost just their block.
    assertThat(exact).isGreaterThan(3000);
  }

  @Test
  void aFileCutOffAnywhereIsNoticedAndGivesTheChunksBeforeTheCut() throws IOException {
    for (int length = 0; length < whole.length; length += 13) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(isNoticed()).as("%d bytes", length).isTrue();
      if (length < 256) {
        continue;
      }
      Salvaged salvaged = salvage();
      assertThat(salvaged.damages()).isEmpty();
      assertKept(salvaged);
      int chunks = salvaged.bytes().length / (BLOCKS_PER_CHUNK * 128);
      assertThat(chunks).isGreaterThanOrEqualTo(length * 7 / whole.length - 1);
    }
  }

  @Test
  void chunksAreFoundWhereAPieceOfTheFileIsMissing() throws IOException {
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      int from = 192 + 64 * random.nextInt(40);
      int bytes = 64 * random.nextInt(1, 12);
      byte[] rest = new byte[whole.length - bytes];
      System.arraycopy(whole, 0, rest, 0, from);
      System.arraycopy(whole, from + bytes, rest, from, rest.length - from);
      Files.write(file, rest);
      assertThat(isNoticed()).isTrue();
      assertKept(salvage());
    }
  }

  @Test
  void noDamageHasAnotherEndThanAMessage() throws IOException {
    Random random = new Random(6);
    for (int i = 0; i < 3000; i++) {
      byte[] changed = whole.clone();
      for (int n = random.nextInt(1, 30); n > 0; n--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      Files.write(file, changed);
      if (!Arrays.equals(changed, whole)) {
        assertThat(isNoticed()).isTrue();
      }
      try {
        assertKept(salvage());
      } catch (ContainerException e) {
        assertThat(e.getMessage())
            .containsPattern("the header is damaged|of version|no Magpie container");
      }
    }
  }

  @Test
  void saysThatTheHeadersCopyIsWhole() throws IOException {
    for (int at : new int[] {0, 8, 12, 16, 20, 57}) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      assertThatThrownBy(() -> Container.open(file))
          .isInstanceOf(ContainerException.class)
          .hasMessage(
              file
                  + ": the header is damaged, and its copy at the end is whole; --salvage uses that");
    }
  }

  @Test
  void namesTheBlock() throws IOException {
    List<String> said = new ArrayList<>();
    // The third chunk's last byte of payload, before it is aligned, belongs to its last block.
    for (int at = whole.length - 1; at >= 0; at--) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      List<Damage> damages = salvage().damages();
      if (!damages.isEmpty() && damages.getFirst().blocks() == 1) {
        said.add(damages.getFirst().toString());
        break;
      }
    }
    assertThat(said).containsExactly("block 60 of 'm0': damaged (chunk 7)");
  }
}
