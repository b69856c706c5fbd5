package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of a container that has lost its index, and more. */
class SalvageTest {
  private final Path file;
  private final Parts parts;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  SalvageTest(@TempDir Path directory) {
    file = directory.resolve("c");
    parts = Parts.write(file);
  }

  private Container open(byte[] bytes) throws IOException {
    return Container.openDamaged(Files.write(file, bytes));
  }

  private List<String> salvage(Container container, int member) throws IOException {
    out.reset();
    return container.salvage(member, Channels.newChannel(out), 1, _ -> {}).stream()
        .map(Damage::toString)
        .toList();
  }

  private void assertAllIsFound(byte[] bytes) throws IOException {
    try (Container container = open(bytes)) {
      assertThat(container.isIndexed()).isFalse();
      assertThat(container.members())
          .containsExactly(
              new Member("m0", Parts.FIRST.length, 0, 0),
              new Member("m1", Parts.SECOND.length, 0, 3));
      assertThat(salvage(container, 0)).isEmpty();
      assertThat(out.toByteArray()).isEqualTo(Parts.FIRST);
      assertThat(salvage(container, 1)).isEmpty();
      assertThat(out.toByteArray()).isEqualTo(Parts.SECOND);
    }
  }

  @Test
  void allChunksAreFoundWithoutTheIndex() throws IOException {
    assertAllIsFound(parts.before(Parts.start(5)));
  }

  @Test
  void orInAnotherOrder() throws IOException {
    assertAllIsFound(parts.swap(0, 1).swap(1, 3).before(Parts.start(5)));
  }

  @Test
  void anIndexThatIsWrongIsNoUse() throws IOException {
    byte[] bytes = parts.inIndex(16, 6).toBytes();
    Files.write(file, bytes);
    assertThatThrownBy(() -> Container.open(file))
        .isInstanceOf(ContainerException.class)
        .hasMessage(file + ": the index says what cannot be");
    assertAllIsFound(bytes);
  }

  @Test
  void anIndexThatIsDamagedIsNoUse() throws IOException {
    byte[] bytes = parts.flip(Parts.start(5) + 40).toBytes();
    Files.write(file, bytes);
    assertThatThrownBy(() -> Container.open(file))
        .isInstanceOf(ContainerException.class)
        .hasMessage(file + ": the index is damaged; --salvage does without it");
    assertAllIsFound(bytes);
  }

  @Test
  void anIndexThatIsWholeIsUsed() throws IOException {
    try (Container container = open(parts.flip(0).toBytes())) {
      assertThat(container.isIndexed()).isTrue();
      assertThat(salvage(container, 0)).isEmpty();
      assertThat(out.toByteArray()).isEqualTo(Parts.FIRST);
    }
  }

  @Test
  void chunksThatAreGoneAreMissing() throws IOException {
    try (Container container = open(parts.without(Parts.start(0), Parts.start(2)))) {
      assertThat(salvage(container, 0))
          .containsExactly(
              "blocks 0 to 3 of 'm0': missing (chunk 0)",
              "blocks 4 to 7 of 'm0': missing (chunk 1)");
      byte[] expected = Parts.FIRST.clone();
      Arrays.fill(expected, 0, 2 * Parts.CHUNK_DATA, (byte) 0);
      assertThat(out.toByteArray()).isEqualTo(expected);
      assertThat(salvage(container, 1)).isEmpty();
    }
  }

  @Test
  void aChunkIsThereToItsLastByte() throws IOException {
    for (int cut = 0; cut < 2; cut++) {
      byte[] bytes = parts.before(Parts.start(1) - cut);
      Files.write(file, bytes);
      assertThatThrownBy(() -> Container.open(file))
          .isInstanceOf(ContainerException.class)
          .hasMessage(
              file
                  + ": the container is cut off, or its end is damaged; --salvage recovers what is"
                  + " there");
      try (Container container = open(bytes)) {
        assertThat(container.members().getFirst().bytes())
            .isEqualTo(cut == 0 ? Parts.CHUNK_DATA : 0);
      }
    }
  }

  /** Of a member that there is not. */
  @Test
  void aChunkOfNobodyIsNotTaken() throws IOException {
    try (Container container = open(parts.inHead(3, 16, 2).before(Parts.start(4)))) {
      assertThat(container.members()).extracting(Member::bytes).containsExactly(1124L, 0L);
    }
  }

  /** A file can have lost so many chunks, and no memory is taken for more. */
  @Test
  void aChunkFarBehindTheOthersIsNotTaken() throws IOException {
    int length = Parts.start(4);
    long most = 1024 + 16L * (length / 64);
    for (long number : new long[] {most - 1, most, 1L << 40}) {
      try (Container container = open(parts.inHead(3, 24, 4 * number).before(length))) {
        assertThat(container.members().get(1).bytes())
            .isEqualTo(number < most ? most * Parts.CHUNK_DATA : 0);
      }
    }
  }

  @Test
  void aHeaderIsNeededAndSaysWhatIsWrong() throws IOException {
    byte[] bytes = parts.flip(20).toBytes();
    int copy = bytes.length - Index.END_BYTES - 128;
    assertThat(open(bytes).isIndexed()).isTrue();
    for (int at : new int[] {copy, bytes.length - 1}) {
      byte[] worse = bytes.clone();
      worse[at] ^= 1;
      Files.write(file, worse);
      for (boolean salvage : new boolean[] {false, true}) {
        assertThatThrownBy(
                () -> {
                  if (salvage) {
                    Container.openDamaged(file).close();
                  } else {
                    Container.open(file).close();
                  }
                })
            .isInstanceOf(ContainerException.class)
            .hasMessage(file + ": the header is damaged");
      }
    }
  }
}
