package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.Words;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What single entries move. ZVC takes 4 bytes of a block, and those of its words. */
class EntryAccessTest {
  private static final BuddyConfig CONFIG = BuddyConfig.ofDevice(1 << 20);

  private final Transfers transfers = Transfers.withPlaces();
  private final MemorySegment target = MemorySegment.ofArray(new byte[128]);

  private static MemorySegment filled(int value) {
    MemorySegment entry = MemorySegment.ofArray(new byte[128]);
    entry.fill((byte) value);
    return entry;
  }

  private static BuddyConfig withZvc() {
    return CONFIG.withCodec(Codecs.create("zvc", Granularity.DEFAULT));
  }

  @Test
  void anUncompressedEntryMovesAsAWhole() {
    try (BuddyMemory memory = new BuddyMemory(CONFIG)) {
      long address = memory.allocateUncompressed(1000).address() + 3 * 128;
      memory.writeBlock(address, filled(3), 0, transfers);
      assertThat(transfers.codeBytes).isEqualTo(128);
      assertThat(transfers.metadataAccesses).isZero();
      memory.readBlock(address, target, 0, transfers);
      assertThat(transfers.codeBytes).isEqualTo(256);
      assertThat(transfers.decodedBlocks + transfers.encodedBlocks).isZero();
      assertThat(Told.places(transfers)).containsExactly("WRITE 4 at 384", "READ 4 at 384");
    }
  }

  /** Entries of eight bytes; the fifth begins in the second sector. */
  @Test
  void fourTinyEntriesShareASector() {
    try (BuddyMemory memory = new BuddyMemory(withZvc())) {
      long address = memory.allocate(1000, TargetRatio.SIXTEEN).address() + 5 * 128;
      memory.writeBlock(address, Words.block(128, 1), 0, transfers);
      assertThat(memory.entryCode(address)).isEqualTo(EntryCode.TINY);
      assertThat(transfers.codeBytes).isEqualTo(8);
      assertThat(transfers.tag()).isZero();
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      transfers.reset();

      memory.writeBlock(address, Words.block(128, 1), 0, transfers);
      assertThat(Told.places(transfers)).containsExactly("READ 1 at 32", "WRITE 1 at 32");

      memory.readBlock(address, target, 0, transfers);
      assertThat(target.mismatch(Words.block(128, 1))).isEqualTo(-1);
      assertThat(transfers.codeBytes).isEqualTo(8);
      assertThat(transfers.decodedBlocks).isEqualTo(1);
      assertThat(Told.places(transfers)).containsExactly("READ 1 at 32");
    }
  }

  /** Whatever was coded before it. */
  @Test
  void aTinyCodeIsFollowedByZeros() {
    try (BuddyMemory memory = new BuddyMemory(CONFIG)) {
      BuddyAllocation tiny = memory.allocate(1000, TargetRatio.SIXTEEN);
      BuddyAllocation other = memory.allocate(1000, TargetRatio.FOUR);
      memory.writeBlock(tiny.address(), filled(3), 0, transfers);
      memory.writeBlock(other.address(), Words.block(128, 20), 0, transfers);
      assertThat(transfers.buddyWrites).as("coded in two parts").isPositive();
      assertThat(memory.entryCode(other.address())).isLessThan(EntryCode.RAW);
      memory.writeBlock(tiny.address() + 128, filled(3), 0, transfers);
      assertThat(memory.entryCode(tiny.address())).isEqualTo(EntryCode.TINY);
      long first = memory.device().get(ValueLayout.JAVA_LONG, 0);
      assertThat(memory.device().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(first).isNotZero();
    }
  }

  @Test
  void onlyWhatIsCodedIsDecoded() {
    try (BuddyMemory memory = new BuddyMemory(withZvc())) {
      long address = memory.allocate(1000, TargetRatio.TWO).address();
      memory.writeBlock(address, Words.block(128, 32), 0, transfers);
      assertThat(transfers.encodedBlocks).isEqualTo(1);
      assertThat(transfers.tag()).isEqualTo(BlockCodec.RAW);
      memory.readBlock(address, target, 0, transfers);
      assertThat(transfers.decodedBlocks).as("stored as it is").isZero();
      memory.writeBlock(address, Words.block(128, 0), 0, transfers);
      assertThat(transfers.tag()).isZero();
      memory.readBlock(address, target, 0, transfers);
      assertThat(transfers.decodedBlocks).as("zeros").isZero();
      memory.writeBlock(address, Words.block(128, 7), 0, transfers);
      memory.readBlock(address, target, 0, transfers);
      assertThat(transfers.decodedBlocks).isEqualTo(1);
      assertThat(transfers.encodedBlocks).isEqualTo(3);
    }
  }

  /** A cache of one line, which has the metadata of 256 entries. */
  @Test
  void metadataChangeOnlyWithTheSize() {
    BuddyConfig config = withZvc().withMetadataCache(new MetadataCache.Shape(1, 128, 1));
    try (BuddyMemory memory = new BuddyMemory(config)) {
      BuddyAllocation all = memory.allocate(128 * 1024, TargetRatio.SIXTEEN);
      int[] words = {1, 1, 3, 4, 20, 20, 32, 31, 0, 0};
      boolean[] changes = {true, false, true, false, true, false, true, false, true, false};
      for (int i = 0; i < words.length; i++) {
        transfers.reset();
        memory.writeBlock(all.address(), Words.block(128, words[i]), 0, transfers);
        memory.readBlock(all.address() + 128 * 1000, target, 0, transfers);
        assertThat(transfers.metadataWritebacks).as("write %d", i).isEqualTo(changes[i] ? 1 : 0);
      }
    }
  }

  /** Of 96 bytes in buddy memory at a target of 4, the last of the carve-out. */
  @Test
  void theLastEntryOfTheCarveOutMayOverflow() {
    BuddyConfig config = withZvc().withDeviceBytes(768 << 10).withMaxRatio(2);
    int entries = (768 << 10) / 96;
    try (BuddyMemory memory = new BuddyMemory(config)) {
      BuddyAllocation all = memory.allocate(128L * entries, TargetRatio.FOUR);
      assertThat(memory.freeCarveOutBytes()).isZero();
      long last = all.address() + 128L * (entries - 1);
      for (int words : new int[] {8, 23, 32}) {
        memory.writeBlock(last, Words.block(128, words), 0, transfers);
        memory.readBlock(last, target, 0, transfers);
        assertThat(target.mismatch(Words.block(128, words))).as("%d words", words).isEqualTo(-1);
      }
    }
  }

  @Test
  void anEntrysPlacesAreFoundInAnyOrder() {
    try (BuddyMemory memory = new BuddyMemory(CONFIG)) {
      BuddyAllocation first = memory.allocate(1000, TargetRatio.TWO);
      BuddyAllocation other = memory.allocate(1000, TargetRatio.FOUR);
      assertThat(memory.buddyAddress(first.address() + 256)).isEqualTo(128);
      assertThat(memory.buddyAddress(other.address() + 256)).isEqualTo(49152 + 192);
      assertThat(memory.deviceAddress(first.address() + 256)).isEqualTo(128);
      assertThat(memory.deviceAddress(other.address() + 256)).isEqualTo(512 + 64);
    }
  }
}
