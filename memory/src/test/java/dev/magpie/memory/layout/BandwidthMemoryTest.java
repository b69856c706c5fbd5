package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.Words;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.cache.BlockMetadataCache.Unit;
import dev.magpie.memory.layout.BandwidthMemory.Metadata;
import dev.magpie.memory.layout.BandwidthMemory.Zeros;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of ZVC, whose codes have 4 bytes and those of the words that are not zero. */
class BandwidthMemoryTest {
  private static final int BLOCKS = 2048;

  /** A cache of one line, so that any other one's block makes it go. */
  private static final BlockMetadataCache.Shape ONE_LINE =
      new BlockMetadataCache.Shape(128, 1, 128);

  private final Transfers transfers = new Transfers();
  private final MemorySegment target = MemorySegment.ofArray(new byte[128]);

  private static BandwidthMemory memory(String codec, Metadata metadata) {
    return new BandwidthMemory(
        Codecs.create(codec, Granularity.DEFAULT), Granularity.DEFAULT, BLOCKS, metadata);
  }

  private static BandwidthMemory memory(String codec) {
    return memory(codec, Metadata.of(ONE_LINE, 0));
  }

  private static MemorySegment filled(int value, int bytes) {
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    block.asSlice(0, bytes).fill((byte) value);
    return block;
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 1", "7, 32, 1", "8, 36, 2", "23, 96, 3", "24, 100, 4", "32, 128, 4"})
  void aBlockMovesInTheBurstsOfItsCode(int words, int bytes, int bursts) {
    try (BandwidthMemory memory = memory("zvc")) {
      memory.write(3, Words.block(128, words), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(bursts);
      assertThat(transfers.codeBytes).isEqualTo(bytes);
      // A code that saves no burst is not used.
      assertThat(transfers.tag()).isEqualTo(bursts < 4 ? 0 : BlockCodec.RAW);
      memory.read(3, target, 0, transfers);
      assertThat(target.mismatch(Words.block(128, words))).isEqualTo(-1);
      assertThat(transfers.deviceReads).isEqualTo(bursts);
      assertThat(transfers.codeBytes).isEqualTo(2L * bytes);
      assertThat(transfers.decodedBlocks).isEqualTo(bursts < 4 ? 1 : 0);
    }
  }

  @Test
  void theTagThatIsToldIsTheCodecs() {
    try (BandwidthMemory memory = memory("bdi")) {
      memory.write(3, filled(3, 128), 0, transfers);
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      int tag = transfers.tag();
      assertThat(tag).isBetween(1, 100);
      transfers.reset();
      memory.write(4, Words.block(128, 32), 0, transfers);
      assertThat(transfers.tag()).isEqualTo(BlockCodec.RAW);
      assertThat(transfers.codeBytes).as("without a code").isEqualTo(128);
      memory.read(3, target, 0, transfers);
      assertThat(transfers.tag()).isEqualTo(tag);
    }
  }

  @Test
  void zerosThatMetadataTellHaveNoCode() {
    Metadata metadata = new Metadata(ONE_LINE, 4, 0, Zeros.METADATA, Unit.LINE);
    try (BandwidthMemory memory = memory("zvc", metadata)) {
      memory.write(3, Words.block(128, 0), 0, transfers);
      assertThat(transfers.tag()).isEqualTo(BlockCodec.RAW);
      memory.read(3, target, 0, transfers);
      assertThat(transfers.decodedBlocks).isZero();
      assertThat(transfers.deviceSectors()).isZero();
      assertThat(transfers.codeBytes).isZero();
      memory.write(3, Words.block(128, 1), 0, transfers);
      assertThat(transfers.tag()).isZero();
    }
  }

  /** Eight bytes of a code are in the metadata, and need no burst. */
  @ParameterizedTest
  @CsvSource({"0, 1", "8, 1", "9, 1", "10, 2", "25, 3", "26, 4"})
  void whatIsInTheMetadataDoesNotMove(int words, int bursts) {
    try (BandwidthMemory memory = memory("zvc", Metadata.of(ONE_LINE, 8))) {
      memory.write(3, Words.block(128, words), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(bursts);
      assertThat(transfers.codeBytes).isEqualTo(4 + 4L * words);
      memory.read(3, target, 0, transfers);
      assertThat(target.mismatch(Words.block(128, words))).isEqualTo(-1);
    }
  }

  /** As many bytes of a code in the metadata as the block has. */
  @Test
  void blocksAreWhatWasWrittenWithAllOfTheirCodeInTheMetadata() {
    Granularity granularity = new Granularity(32, 16);
    BlockCodec codec = Codecs.create("zvc", granularity);
    Random random = new Random(3);
    try (BandwidthMemory memory =
        new BandwidthMemory(codec, granularity, 64, Metadata.of(ONE_LINE, 32))) {
      for (int words = 0; words < 8; words++) {
        MemorySegment block = Words.block(32, words);
        memory.write(random.nextInt(64), Words.block(32, 7), 0, transfers);
        memory.write(words, block, 0, transfers);
        memory.read(words, target, 0, transfers);
        assertThat(target.asSlice(0, 32).mismatch(block)).isEqualTo(-1);
      }
    }
  }

  @Test
  void metadataChangeOnlyIfBurstsOrTagDo() {
    try (BandwidthMemory memory = memory("zvc")) {
      assertThat(changesMetadata(memory, Words.block(128, 3))).as("written first").isTrue();
      assertThat(changesMetadata(memory, Words.block(128, 5))).as("one burst, too").isFalse();
      assertThat(changesMetadata(memory, Words.block(128, 9))).as("two").isTrue();
      assertThat(changesMetadata(memory, Words.block(128, 24))).as("four").isTrue();
      assertThat(changesMetadata(memory, Words.block(128, 32))).as("four, too").isFalse();
    }
    try (BandwidthMemory memory = memory("bdi")) {
      assertThat(changesMetadata(memory, filled(0, 128))).as("written first").isTrue();
      assertThat(changesMetadata(memory, filled(3, 128))).as("another tag").isTrue();
      assertThat(changesMetadata(memory, filled(4, 128))).as("the same tag").isFalse();
    }
  }

  /** BDI+FPC has a tag, which a block that is stored as it is has none of. */
  @Test
  void aBlockThatIsStoredAsItIsHasNoTag() {
    try (BandwidthMemory memory = memory("bdi+fpc")) {
      MemorySegment almost = Words.block(128, 25);
      memory.write(0, almost, 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(4);
      assertThat(transfers.codeBytes).isLessThan(128);
      transfers.reset();
      changesMetadata(memory, almost);
      assertThat(changesMetadata(memory, Words.block(128, 32))).isFalse();
    }
  }

  private boolean changesMetadata(BandwidthMemory memory, MemorySegment block) {
    memory.write(0, block, 0, transfers);
    memory.read(BLOCKS - 1, target, 0, transfers);
    boolean changes = transfers.metadataWritebacks > 0;
    transfers.reset();
    return changes;
  }

  /** The bits of ZVC's words stand first, then the first word. */
  @Test
  void metadataWithBytesOfTheCodeChangeWithThem() {
    try (BandwidthMemory memory = memory("zvc", Metadata.of(ONE_LINE, 8))) {
      MemorySegment block = filled(5, 4);
      assertThat(changesMetadata(memory, block)).as("written first").isTrue();
      assertThat(changesMetadata(memory, block)).as("the same").isFalse();
      MemorySegment moved = MemorySegment.ofArray(new byte[128]);
      moved.asSlice(4, 4).copyFrom(block.asSlice(0, 4));
      assertThat(changesMetadata(memory, moved)).as("another first byte").isTrue();
      moved.set(ValueLayout.JAVA_BYTE, 7, (byte) 1);
      assertThat(changesMetadata(memory, moved)).as("another last byte").isTrue();
      assertThat(changesMetadata(memory, filled(5, 8))).as("another head").isTrue();
      assertThat(changesMetadata(memory, filled(5, 12))).as("another mask").isTrue();
    }
  }

  /** Whatever was coded before it. */
  @Test
  void theBytesOfAShortCodeAreFollowedByZeros() {
    try (BandwidthMemory memory = memory("zvc", Metadata.of(ONE_LINE, 8))) {
      memory.write(1, filled(0x11, 40), 0, transfers);
      changesMetadata(memory, filled(0, 128));
      memory.write(1, filled(0x22, 40), 0, transfers);
      memory.read(BLOCKS - 1, target, 0, transfers);
      transfers.reset();
      assertThat(changesMetadata(memory, filled(0, 128))).isFalse();
    }
  }

  @Test
  void dataKeepTheirPlaces() {
    try (BandwidthMemory memory = memory("zvc")) {
      assertThat(memory.dataBytes()).isEqualTo(128 * BLOCKS);
      memory.grow(BLOCKS + 1);
      assertThat(memory.dataBytes()).isEqualTo(128 * (BLOCKS + 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, -1"})
  void negativeMetadataAreRefused(int bits, int codeBytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Metadata(ONE_LINE, bits, codeBytes, Zeros.CODED, Unit.LINE))
        .withMessage("there are no negative metadata");
  }
}
