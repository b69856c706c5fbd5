package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a container that are not those that belong there, most of them whole. */
class WrongPartsTest {
  private static final String LOST_HEAD = "its chunk's head is damaged";

  private final Path file;
  private final Parts parts;

  WrongPartsTest(@TempDir Path directory) {
    file = directory.resolve("c");
    parts = Parts.write(file);
  }

  private Container open(byte[] bytes) throws IOException {
    return Container.open(Files.write(file, bytes));
  }

  private List<String> damages(byte[] bytes) throws IOException {
    List<String> told = new ArrayList<>();
    try (Container container = open(bytes)) {
      for (int member = 0; member < 2; member++) {
        container.check(member, 1, _ -> {}).forEach(each -> told.add(each.toString()));
      }
    }
    return told;
  }

  private byte[] salvaged(byte[] bytes) throws IOException {
    try (Container container = open(bytes)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      container.salvage(0, Channels.newChannel(out), 1, _ -> {});
      return out.toByteArray();
    }
  }

  /** The first member's data with zeros from one place to another. */
  private static byte[] zeroed(int from, int to) {
    byte[] data = Parts.FIRST.clone();
    Arrays.fill(data, from, to, (byte) 0);
    return data;
  }

  @Test
  void whatIsWholeHasNoDamage() throws IOException {
    assertThat(damages(parts.toBytes())).isEmpty();
    assertThat(salvaged(parts.toBytes())).isEqualTo(Parts.FIRST);
  }

  @Test
  void chunksThatChangedPlacesAreNoticed() throws IOException {
    assertThat(damages(parts.swap(0, 1).toBytes()))
        .containsExactly(
            "blocks 0 to 3 of 'm0': " + LOST_HEAD + " (chunk 0)",
            "blocks 4 to 7 of 'm0': " + LOST_HEAD + " (chunk 1)");
  }

  @Test
  void chunksOfAnotherMemberAreNoticed() throws IOException {
    assertThat(damages(parts.swap(0, 3).toBytes()))
        .containsExactly(
            "blocks 0 to 3 of 'm0': " + LOST_HEAD + " (chunk 0)",
            "blocks 0 to 3 of 'm1': " + LOST_HEAD + " (chunk 3)");
  }

  /** Magic, member, blocks, first block, bytes of data and of payload. */
  @ParameterizedTest
  @CsvSource({
    "0, 1", "16, 1", "16, 2", "16, -1", "20, 3", "20, 5", "24, 4", "24, 1", "32, 511", "36, 480",
    "36, 513",
  })
  void aHeadThatSaysAnythingElseIsNoticed(int field, int value) throws IOException {
    assertThat(damages(parts.inHead(0, field, value).toBytes()))
        .containsExactly("blocks 0 to 3 of 'm0': " + LOST_HEAD + " (chunk 0)");
    assertThat(salvaged(parts.toBytes())).isEqualTo(zeroed(0, 512));
  }

  @Test
  void aChunkThatEndsBeforeTheNextIsNoticed() throws IOException {
    assertThat(damages(parts.withGapBefore(1)))
        .containsExactly("blocks 0 to 3 of 'm0': " + LOST_HEAD + " (chunk 0)");
  }

  @Test
  void aMemberOfAnotherLengthIsNoticed() throws IOException {
    byte[] bytes = parts.inIndex(32, Parts.FIRST.length - 1).toBytes();
    assertThat(damages(bytes)).containsExactly("block 8 of 'm0': " + LOST_HEAD + " (chunk 2)");
  }

  /** The short checks of blocks say nothing then. */
  @Test
  void dataThatAreNotWhatWasCompressedAreAllLost() throws IOException {
    byte[] bytes = parts.inHead(1, 12, 1).toBytes();
    assertThat(damages(bytes)).containsExactly("blocks 4 to 7 of 'm0': damaged (chunk 1)");
    assertThat(salvaged(bytes)).isEqualTo(zeroed(512, 1024));
  }

  @Test
  void aPayloadsCheckThatIsWrongCostsNothing() throws IOException {
    byte[] bytes = parts.inHead(1, 8, 1).toBytes();
    String told = "what lies between the blocks of 'm0': damaged (chunk 1)";
    assertThat(damages(bytes)).containsExactly(told);
    assertThat(salvaged(bytes)).isEqualTo(Parts.FIRST);
    try (Container container = open(bytes)) {
      assertThatThrownBy(() -> Sample.read(container, 0, 1))
          .isInstanceOf(ContainerException.class)
          .hasMessage(file + ": " + told);
    }
  }

  @Test
  void aMemberIsCheckedAsAWhole() throws IOException {
    byte[] bytes = parts.inIndex(32 + 16, 1).toBytes();
    assertThat(damages(bytes))
        .containsExactly("blocks 0 to 8 of 'm0': they are not what was compressed (chunk 0)");
    assertThat(salvaged(bytes)).isEqualTo(Parts.FIRST);
    assertThat(damages(parts.inHead(1, 8, 1).toBytes()))
        .as("explained by other damage")
        .containsExactly("what lies between the blocks of 'm0': damaged (chunk 1)");
  }

  @Test
  void blocksAreLostAlone() throws IOException {
    int payload = Parts.start(1) + 64;
    byte[] bytes =
        parts.flip(payload).flip(payload + 2 * 128 + 127).flip(payload + 3 * 128).toBytes();
    assertThat(damages(bytes))
        .containsExactly(
            "block 4 of 'm0': damaged (chunk 1)", "blocks 6 to 7 of 'm0': damaged (chunk 1)");
    byte[] expected = zeroed(512, 640);
    Arrays.fill(expected, 768, 1024, (byte) 0);
    assertThat(salvaged(bytes)).isEqualTo(expected);
    try (Container container = open(bytes)) {
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      assertThatThrownBy(() -> container.readBlock(0, 4, target, 0))
          .isInstanceOf(ContainerException.class)
          .hasMessage(file + ": block 4 of 'm0': damaged (chunk 1)");
      container.readBlock(0, 5, target, 0);
      assertThat(target.mismatch(MemorySegment.ofArray(Parts.FIRST).asSlice(640, 128)))
          .isEqualTo(-1);
    }
  }

  @Test
  void blocksOfAChunkWhoseHeadIsWrongAreNotRead() throws IOException {
    try (Container container = open(parts.swap(0, 1).toBytes())) {
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      container.readBlock(0, 8, target, 0);
      assertThatThrownBy(() -> container.readBlock(0, 5, target, 0))
          .isInstanceOf(ContainerException.class)
          .hasMessage(file + ": block 5 of 'm0': damaged (chunk 1)");
    }
  }

  /** Three bits for the granules of a block that has four. */
  @Test
  void noEntryHasMoreGranulesThanABlock() throws IOException {
    for (int granules : new int[] {5, 7}) {
      byte[] bytes = parts.entry(0, 2, granules).toBytes();
      assertThat(damages(bytes)).isEmpty();
      assertThat(salvaged(bytes)).isEqualTo(Parts.FIRST);
    }
  }

  @Test
  void granulesAndPayloadAgree() throws IOException {
    assertThat(damages(parts.entry(0, 2, 3).toBytes()))
        .containsExactly("blocks 0 to 3 of 'm0': " + LOST_HEAD + " (chunk 0)");
  }
}
