package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttacheMemoryTest {
  private static final int BLOCKS = 1024;

  private final Transfers transfers = Transfers.withPlaces();
  private final MemorySegment target = MemorySegment.ofArray(new byte[128]);

  private static AttacheMemory memory(String codec) {
    return new AttacheMemory(
        Codecs.create(codec, Granularity.DEFAULT),
        Granularity.DEFAULT,
        BLOCKS,
        AttacheMemory.DEFAULT_MARKER);
  }

  private static MemorySegment threes() {
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    block.fill((byte) 3);
    return block;
  }

  /** A row has 16 blocks; those of odd rows have their codes in the upper half. */
  @ParameterizedTest
  @CsvSource({"0, 0", "5, 640", "15, 1920", "16, 2112", "31, 4032", "32, 4096", "1023, 131008"})
  void aCodeHasItsHalf(int block, long at) {
    try (AttacheMemory memory = memory("bdi")) {
      memory.write(block, threes(), 0, transfers);
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      int tag = transfers.tag();
      assertThat(tag).isBetween(1, 100);
      assertThat(transfers.codeBytes).as("head, tag and eight bytes").isEqualTo(2 + 9);
      assertThat(Told.places(transfers)).containsExactly("WRITE 2 at " + at);
      transfers.encoded(0);
      transfers.reset();

      memory.read(block, target, 0, transfers);
      assertThat(target.mismatch(threes())).isEqualTo(-1);
      assertThat(transfers.decodedBlocks).isEqualTo(1);
      assertThat(transfers.tag()).isEqualTo(tag);
      assertThat(transfers.codeBytes).isEqualTo(64);
      assertThat(Told.places(transfers)).containsExactly("READ 2 at " + at);
    }
  }

  @Test
  void aBlockWithoutACodeMovesAsAWhole() {
    try (AttacheMemory memory = memory("bdi")) {
      memory.write(17, Words.block(128, 32), 0, transfers);
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      assertThat(transfers.tag()).isEqualTo(BlockCodec.RAW);
      assertThat(transfers.codeBytes).isEqualTo(128);
      assertThat(Told.places(transfers)).containsExactly("WRITE 4 at 2176");
      memory.read(17, target, 0, transfers);
      assertThat(transfers.decodedBlocks).isZero();
      assertThat(transfers.codeBytes).isEqualTo(128);
      assertThat(Told.places(transfers)).containsExactly("READ 4 at 2176");
    }
  }

  /** ZVC's codes have 4 bytes and those of the words; the marker takes two of a half's 64. */
  @ParameterizedTest
  @CsvSource({"14, 62, 2", "15, 66, 4", "30, 126, 4"})
  void aCodeIsUsedIfAHalfHoldsItBehindTheMarker(int words, int bytes, int bursts) {
    try (AttacheMemory memory = memory("zvc")) {
      memory.write(0, Words.block(128, words), 0, transfers);
      assertThat(transfers.codeBytes).isEqualTo(bytes);
      assertThat(transfers.deviceWrites).isEqualTo(bursts);
    }
  }

  /** Codes of 61 and 62 bytes move as halves, and one of 63 does not. */
  @ParameterizedTest
  @ValueSource(ints = {61, 62, 63})
  void aHalfMayBeFullToItsLastByte(int bytes) {
    try (AttacheMemory memory = memory("fpc")) {
      MemorySegment block = ofCodeBytes(bytes);
      memory.write(0, block, 0, transfers);
      assertThat(transfers.codeBytes).isEqualTo(bytes + 2);
      assertThat(transfers.deviceWrites).isEqualTo(bytes <= 62 ? 2 : 4);
      memory.read(0, target, 0, transfers);
      assertThat(target.mismatch(block)).isEqualTo(-1);
    }
  }

  /** A block whose code of FPC takes so many bytes: words of 35 bits, and others of 7 and 11. */
  private static MemorySegment ofCodeBytes(int bytes) {
    TaggedCodec codec = new TaggedCodec(Codecs.create("fpc", Granularity.DEFAULT));
    for (int large = 0; large < 20; large++) {
      for (int small = 0; small < 12; small++) {
        MemorySegment block = Words.block(128, large);
        for (int i = 0; i < small; i++) {
          block.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, large + i, 5);
        }
        if (codec.bytes(block, 0) == bytes) {
          return block;
        }
      }
    }
    throw new AssertionError("no block has a code of %d bytes".formatted(bytes));
  }

  /** 32 bytes of the side table have the bits of 256 blocks. */
  @ParameterizedTest
  @CsvSource({"0, 0", "255, 0", "256, 1", "600, 2", "1023, 3"})
  void theBitThatAMarkerTakesHasItsPlaceInTheSideTable(int block, long unit) {
    try (AttacheMemory memory = memory("bdi")) {
      MemorySegment marked = marked(block);
      memory.write(block, marked, 0, transfers);
      String at = " 1 at table+%d, unit %d".formatted(32 * unit, unit);
      assertThat(transfers.metadataAccesses).isEqualTo(1);
      assertThat(transfers.places().needed(0)).isEqualTo(unit);
      assertThat(Told.places(transfers))
          .containsExactly(
              "WRITE 4 at " + 128 * block, "METADATA_READ" + at, "METADATA_WRITE" + at);
      memory.read(block, target, 0, transfers);
      assertThat(target.mismatch(marked)).isEqualTo(-1);
      assertThat(transfers.places().needed(0)).isEqualTo(unit);
      assertThat(Told.places(transfers))
          .containsExactly("READ 4 at " + 128 * block, "METADATA_READ" + at);
    }
  }

  /** A block without a code that begins with the marker and the bit, where a code would stand. */
  private static MemorySegment marked(int block) {
    MemorySegment marked = Words.block(128, 32);
    int at = block / 16 % 2 == 0 ? 0 : 64;
    marked.set(ValueLayout.JAVA_BYTE, at, (byte) (AttacheMemory.DEFAULT_MARKER >>> 7));
    marked.set(ValueLayout.JAVA_BYTE, at + 1, (byte) (AttacheMemory.DEFAULT_MARKER << 1 | 1));
    return marked;
  }

  @Test
  void theSideTableHasABitForEachBlock() {
    try (AttacheMemory memory = memory("bdi")) {
      assertThat(memory.dataBytes()).isEqualTo(128 * BLOCKS);
      assertThat(memory.metadataBytes()).isEqualTo(BLOCKS / 8);
      assertThat(memory.metadataBytes(9)).isEqualTo(2);
    }
  }

  @Test
  void aMarkerOfMoreThan15BitsIsRefused() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AttacheMemory(codec, Granularity.DEFAULT, 1, 0x8000))
        .withMessage("a marker has 15 bits, and 0x8000 more");
    new AttacheMemory(codec, Granularity.DEFAULT, 1, 0x7fff).close();
  }
}
