package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.Words;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Pages of 32 blocks of ZVC, which takes 4 bytes and those of the words. Of three words each, they
 * take 16 bytes in 1 KiB: 512 of lines, 64 of metadata, and room for three exceptions.
 */
class LcpMemoryTest {
  /** One line of two pages' metadata. */
  private static final BlockMetadataCache.Shape ONE_LINE =
      new BlockMetadataCache.Shape(128, 1, 128);

  private final Transfers transfers = Transfers.withPlaces();
  private final MemorySegment target = MemorySegment.ofArray(new byte[128]);

  private static LcpMemory memory(String codec, int pages) {
    return new LcpMemory(
        Codecs.create(codec, Granularity.DEFAULT), Granularity.DEFAULT, 32L * pages, ONE_LINE);
  }

  private static void load(LcpMemory memory, int page, int words) {
    memory.load(32L * page, 32, Words.blocks(32, 128, words), 0);
  }

  private void write(LcpMemory memory, long block, int words) {
    memory.write(block, Words.block(128, words), 0, transfers);
  }

  private void read(LcpMemory memory, long block) {
    memory.read(block, target, 0, transfers);
  }

  private static void assertHolds(LcpMemory memory, long block, int words) {
    MemorySegment read = MemorySegment.ofArray(new byte[128]);
    memory.read(block, read, 0, Transfers.free());
    assertThat(read.mismatch(Words.block(128, words))).as("block %d", block).isEqualTo(-1);
  }

  @Test
  void aLineOfMetadataMovesFromBothItsPages() {
    try (LcpMemory memory = memory("zvc", 3)) {
      load(memory, 0, 3);
      load(memory, 1, 32);
      load(memory, 2, 3);

      read(memory, 0);
      // The second page is not compressed: what is at its beginning moves.
      assertThat(Told.places(transfers))
          .containsExactly(
              "METADATA_READ 2 at 512, unit 0", "METADATA_READ 2 at 4096, unit 0", "READ 1 at 0");

      write(memory, 0, 32);
      assertThat(Told.places(transfers)).containsExactly("WRITE 4 at 576");

      read(memory, 64);
      // There is no fourth page.
      assertThat(Told.places(transfers))
          .containsExactly(
              "METADATA_WRITE 2 at 512, unit 0",
              "METADATA_WRITE 2 at 4096, unit 0",
              "METADATA_READ 2 at 1536, unit 1",
              "METADATA_READ 2 at 1536, unit 1",
              "READ 1 at 1024");
    }
  }

  @Test
  void metadataChangeWhenABlockBecomesAnExceptionOrIsOneNoMore() {
    try (LcpMemory memory = memory("zvc", 3)) {
      load(memory, 0, 3);
      load(memory, 2, 3);
      assertThat(changesMetadata(memory, 3)).as("fits").isFalse();
      assertThat(changesMetadata(memory, 32)).as("an exception").isTrue();
      assertThat(changesMetadata(memory, 30)).as("still one, in the same place").isFalse();
      assertThat(changesMetadata(memory, 2)).as("fits again").isTrue();
      assertThat(changesMetadata(memory, 3)).as("fits").isFalse();
    }
  }

  private boolean changesMetadata(LcpMemory memory, int words) {
    write(memory, 5, words);
    read(memory, 64);
    boolean changes = transfers.metadataWritebacks > 0;
    transfers.reset();
    return changes;
  }

  @Test
  void aPageOfZerosHasItsMetadataNowhere() {
    try (LcpMemory memory = memory("zvc", 1)) {
      memory.grow(96);
      load(memory, 0, 3);
      load(memory, 2, 3);
      read(memory, 0);
      assertThat(Told.places(transfers))
          .containsExactly(
              "METADATA_READ 2 at 512, unit 0", "METADATA_READ 2 at 0, unit 0", "READ 1 at 0");
      read(memory, 64);
      assertThat(Told.places(transfers))
          .containsExactly(
              "METADATA_READ 2 at 1536, unit 1",
              "METADATA_READ 2 at 1536, unit 1",
              "READ 1 at 1024");
    }
  }

  @Test
  void aCodeAsLargeAsTheTargetFits() {
    try (LcpMemory memory = memory("zvc", 1)) {
      load(memory, 0, 2);
      assertThat(memory.dataBytes()).isEqualTo(1024);
      read(memory, 7);
      transfers.reset();
      write(memory, 7, 3);
      assertThat(transfers.overflows).isZero();
      assertThat(transfers.codeBytes).isEqualTo(16);
      // Bytes 112 to 128 of the page.
      assertThat(Told.places(transfers)).containsExactly("WRITE 1 at 96");
      write(memory, 7, 4);
      assertThat(transfers.overflows).isEqualTo(1);
      assertThat(transfers.codeBytes).isEqualTo(20);
      assertThat(Told.places(transfers)).containsExactly("WRITE 4 at 576");
      assertHolds(memory, 7, 4);
    }
  }

  @Test
  void aPageWithoutRoomForAnExceptionIsReadAndWrittenAnew() {
    try (LcpMemory memory = memory("zvc", 1)) {
      load(memory, 0, 3);
      for (int line = 0; line < 4; line++) {
        write(memory, line, 32);
      }
      assertThat(transfers.overflows).isEqualTo(4);
      assertThat(transfers.relocations).isEqualTo(1);
      assertThat(transfers.decodedBlocks).isEqualTo(32);
      assertThat(transfers.encodedBlocks).isEqualTo(4 + 32);
      assertThat(memory.dataBytes()).isEqualTo(2048);
      for (int line = 0; line < 32; line++) {
        assertHolds(memory, line, line < 4 ? 32 : 3);
      }
    }
  }

  @Test
  void theFirstWriteToAPageOfZerosLaysItOut() {
    try (LcpMemory memory = memory("zvc", 1)) {
      write(memory, 0, 0);
      assertThat(memory.dataBytes()).isZero();
      write(memory, 9, 1);
      assertThat(transfers.relocations).isEqualTo(1);
      assertThat(transfers.decodedBlocks).isZero();
      assertThat(transfers.encodedBlocks).isEqualTo(32);
      assertThat(Told.places(transfers)).containsExactly("WRITE 16 at 0");
      assertThat(memory.dataBytes()).isEqualTo(512);
    }
  }

  @Test
  void aPageThatBecomesZerosTakesNothing() {
    try (LcpMemory memory = memory("zvc", 2)) {
      load(memory, 0, 3);
      load(memory, 1, 3);
      load(memory, 1, 0);
      assertThat(memory.dataBytes()).isEqualTo(1024);
      load(memory, 1, 0);
      read(memory, 40);
      assertThat(transfers.deviceReads).isZero();
      for (int line = 0; line < 32; line++) {
        assertHolds(memory, line, 3);
        assertHolds(memory, 32 + line, 0);
      }
    }
  }

  @Test
  void zerosOfOnePageLeaveAnother() {
    try (LcpMemory memory = memory("zvc", 2)) {
      load(memory, 0, 3);
      load(memory, 1, 0);
      for (int line = 0; line < 32; line++) {
        assertHolds(memory, line, 3);
      }
    }
  }

  @Test
  void aLoadThatEndsWithinAPageLeavesTheRestOfIt() {
    try (LcpMemory memory = memory("zvc", 2)) {
      load(memory, 1, 5);
      memory.load(0, 40, Words.blocks(64, 128, 3), 0);
      for (int block = 0; block < 64; block++) {
        assertHolds(memory, block, block < 40 ? 3 : 5);
      }
    }
  }

  @Test
  void onlyWhatIsCodedIsDecoded() {
    MemorySegment blocks = MemorySegment.ofArray(new byte[4096]);
    blocks.fill((byte) 3);
    try (LcpMemory memory = memory("bdi", 2)) {
      memory.load(0, 32, blocks, 0);
      load(memory, 1, 32);

      read(memory, 6);
      assertThat(transfers.decodedBlocks).isEqualTo(1);
      assertThat(transfers.tag()).isPositive();
      assertThat(transfers.codeBytes).as("the target").isEqualTo(16);
      transfers.reset();

      write(memory, 6, 32);
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      assertThat(transfers.tag()).isEqualTo(BlockCodec.RAW);
      assertThat(transfers.codeBytes).isEqualTo(128);
      transfers.reset();

      read(memory, 6);
      assertThat(transfers.decodedBlocks).as("an exception").isZero();
      assertThat(transfers.codeBytes).isEqualTo(128);
      transfers.reset();

      read(memory, 40);
      assertThat(transfers.decodedBlocks).as("a page that is not compressed").isZero();
      assertThat(transfers.codeBytes).isEqualTo(128);
      assertThat(Told.places(transfers)).containsExactly("READ 4 at 5120");

      write(memory, 40, 1);
      assertThat(transfers.encodedBlocks).isZero();
      assertThat(transfers.codeBytes).isEqualTo(128);
      assertThat(Told.places(transfers)).containsExactly("WRITE 4 at 5120");
      assertHolds(memory, 40, 1);
    }
  }

  /** 64 lines have a byte of metadata each; what stands behind them is the first exception. */
  @Test
  void exceptionsTakeTheFirstPlaceThatIsFree() {
    Granularity granularity = new Granularity(64, 32);
    BlockCodec codec = Codecs.create("zvc", granularity);
    try (LcpMemory memory = new LcpMemory(codec, granularity, 64, ONE_LINE)) {
      memory.load(0, 64, Words.blocks(64, 64, 1), 0);
      MemorySegment exception = Words.block(64, 16);
      exception.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
      memory.read(0, target, 0, transfers);
      transfers.reset();
      for (int line = 0; line < 3; line++) {
        memory.write(line, exception, 0, transfers);
      }
      assertThat(Told.places(transfers))
          .containsExactly("WRITE 2 at 576", "WRITE 2 at 640", "WRITE 2 at 704");
      memory.write(1, Words.block(64, 1), 0, transfers);
      memory.write(9, exception, 0, transfers);
      assertThat(Told.places(transfers)).containsExactly("WRITE 1 at 0", "WRITE 2 at 640");
    }
  }

  @Test
  void ofTargetsForTheSamePageTheOneWithFewerExceptionsIsChosen() {
    int[] sizes = new int[32];
    Arrays.fill(sizes, 12);
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(16, 1024, 0));
    sizes[3] = 20;
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(24, 1024, 0));
    Arrays.fill(sizes, 24);
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(24, 1024, 0));
  }

  /** 64 lines of 8 B, their metadata and 7 exceptions. */
  @Test
  void aPageMayBeFullToItsLastByte() {
    int[] sizes = new int[64];
    Arrays.fill(sizes, 8);
    Arrays.fill(sizes, 0, 7, 64);
    assertThat(LcpLayout.choose(sizes, 64)).isEqualTo(new LcpLayout(8, 1024, 7));
  }
}
