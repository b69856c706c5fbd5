package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Places;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockMemoryTest {
  private static final BlockMetadataCache.Shape SMALL = new BlockMetadataCache.Shape(1024, 2, 128);
  private static final int BLOCKS = 640;

  /** One of each, and the variants that keep bytes elsewhere. */
  private static List<BlockMemory> memories(BlockCodec codec, Granularity granularity) {
    List<BlockMemory> memories = new ArrayList<>();
    memories.add(new UncompressedMemory(granularity, BLOCKS));
    memories.add(
        new BandwidthMemory(codec, granularity, BLOCKS, BandwidthMemory.Metadata.of(SMALL, 0)));
    memories.add(
        new BandwidthMemory(
            codec,
            granularity,
            BLOCKS,
            new BandwidthMemory.Metadata(
                SMALL, 2, 8, BandwidthMemory.Zeros.METADATA, BlockMetadataCache.Unit.LINE)));
    if (granularity.blockBytes() >= 64) {
      memories.add(new LcpMemory(codec, granularity, BLOCKS, SMALL));
    }
    memories.add(new AttacheMemory(codec, granularity, BLOCKS, AttacheMemory.DEFAULT_MARKER));
    memories.add(new AttacheMemory(codec, granularity, BLOCKS, 0));
    return memories;
  }

  /** A block of a kind: zero, small numbers, near a base, random, or like a marker. */
  private static void fill(MemorySegment block, Random random) {
    int kind = random.nextInt(6);
    int base = random.nextInt();
    for (long i = 0; i < block.byteSize() / 4; i++) {
      block.setAtIndex(
          ValueLayout.JAVA_INT_UNALIGNED,
          i,
          switch (kind) {
            case 0 -> 0;
            case 1 -> random.nextInt(20);
            case 2 -> base + random.nextInt(20);
            case 3 -> base + random.nextInt(5000);
            default -> random.nextInt();
          });
    }
    if (kind == 5) {
      int head = AttacheMemory.DEFAULT_MARKER << 1 | random.nextInt(2);
      for (long at : new long[] {0, block.byteSize() / 2}) {
        block.set(ValueLayout.JAVA_BYTE, at, (byte) (head >>> 8));
        block.set(ValueLayout.JAVA_BYTE, at + 1, (byte) head);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mag-bdi", "bdi", "fpc", "bpc", "zvc", "c-pack", "none"})
  void whatIsReadIsWhatWasWritten(String name) {
    for (Granularity granularity :
        List.of(new Granularity(128, 32), new Granularity(64, 16), new Granularity(256, 64))) {
      BlockCodec codec = Codecs.create(name, granularity);
      int bytes = granularity.blockBytes();
      for (BlockMemory memory : memories(codec, granularity)) {
        byte[] model = new byte[BLOCKS * bytes];
        MemorySegment all = MemorySegment.ofArray(model);
        Transfers transfers = new Transfers();
        Random random = new Random(3);
        MemorySegment target = MemorySegment.ofArray(new byte[bytes + 3]);
        for (int i = 0; i < 6000; i++) {
          // Most accesses are to few pages, so that these fill up and are laid out anew.
          int block = random.nextInt(random.nextInt(3) == 0 ? BLOCKS : 96);
          MemorySegment own = all.asSlice((long) block * bytes, bytes);
          if (random.nextInt(2000) == 0) {
            memory.load(0, BLOCKS, all, 0);
          } else if (random.nextBoolean()) {
            fill(own, random);
            memory.write(block, all, (long) block * bytes, transfers);
          } else {
            memory.read(block, target, 3, transfers);
            assertThat(MemorySegment.mismatch(target, 3, bytes + 3, own, 0, bytes))
                .as("%s, block %d", memory.getClass().getSimpleName(), block)
                .isEqualTo(-1);
          }
        }
        assertThat(transfers.reads + transfers.writes).isBetween(5900L, 6000L);
        memory.close();
      }
    }
  }

  @Test
  void memoryNeverWrittenIsZeros() {
    for (BlockMemory memory :
        memories(Codecs.create("mag-bdi", Granularity.DEFAULT), Granularity.DEFAULT)) {
      byte[] block = Sample.ones();
      memory.read(7, MemorySegment.ofArray(block), 0, new Transfers());
      assertThat(block).containsOnly(0);
      memory.close();
    }
  }

  /** Small things that several tests use. */
  private static final class Sample {
    static byte[] ones() {
      byte[] block = new byte[128];
      Arrays.fill(block, (byte) 1);
      return block;
    }

    /** Random words, which no codec shrinks. */
    static MemorySegment noise() {
      byte[] block = new byte[128];
      new Random(1).nextBytes(block);
      return MemorySegment.ofArray(block);
    }
  }

  @Test
  void placesAreChecked() {
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    for (BlockMemory memory :
        memories(Codecs.create("bpc", Granularity.DEFAULT), Granularity.DEFAULT)) {
      Transfers transfers = new Transfers();
      for (long wrong : new long[] {-1, BLOCKS, Long.MAX_VALUE}) {
        assertThatThrownBy(() -> memory.read(wrong, block, 0, transfers))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.write(wrong, block, 0, transfers))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> memory.write(0, block, 1, transfers))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> memory.readBlock(64, block, 0, transfers))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(transfers.deviceSectors()).isZero();
      memory.close();
      memory.close();
      assertThatThrownBy(() -> memory.write(0, Sample.noise(), 0, transfers))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void metadataHaveAsManyBitsAsTellTheSize() {
    assertThat(metadataBits("bdi:units=b4", 32)).as("two encodings, and raw").isEqualTo(2);
    assertThat(metadataBits("bdi:units=b4", 64)).as("one that saves a burst, and raw").isEqualTo(1);
    assertThat(metadataBits("bdi", 32)).as("eight encodings, and raw").isEqualTo(4);
    assertThat(metadataBits("mag-bdi", 16)).as("seven widths, and raw").isEqualTo(3);
    assertThat(metadataBits("mag-bdi", 64)).as("one width, and raw").isEqualTo(1);
    assertThat(metadataBits("caba:bdi=full", 32)).as("bursts: the tag is in the line").isEqualTo(2);
    assertThat(metadataBits("fpc", 32)).as("bursts").isEqualTo(2);
  }

  private static int metadataBits(String codec, int mag) {
    Granularity granularity = new Granularity(128, mag);
    return BandwidthMemory.metadataBits(
        Codecs.create(codec, granularity), granularity, BandwidthMemory.Zeros.CODED);
  }

  @Test
  void bandwidthMemoryMovesTheBurstsOfTheCodeAndLooksMetadataUp() {
    BlockCodec codec = Codecs.create("mag-bdi", Granularity.DEFAULT);
    assertThat(metadataBits("mag-bdi", 32)).isEqualTo(2);
    try (BandwidthMemory memory =
        new BandwidthMemory(
            codec, Granularity.DEFAULT, 1 << 20, BandwidthMemory.Metadata.DEFAULT)) {
      // 8 MB for 4 GiB, as the paper says: 2 bits a block.
      assertThat(memory.metadataBytes()).isEqualTo((1 << 20) / 4);
      MemorySegment ones = MemorySegment.ofArray(Sample.ones());
      Transfers transfers = Transfers.withPlaces();
      memory.write(5, ones, 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(1);
      assertThat(transfers.metadataMisses).isEqualTo(1);
      assertThat(transfers.metadataReads).isEqualTo(4);
      memory.write(6, Sample.noise(), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(5);
      assertThat(transfers.metadataMisses).isEqualTo(1);
      memory.read(5, ones, 0, transfers);
      memory.read(511, ones, 0, transfers);
      assertThat(transfers.deviceReads).isEqualTo(2);
      assertThat(transfers.metadataMisses).isEqualTo(1);
      memory.read(512, ones, 0, transfers);
      assertThat(transfers.metadataMisses).isEqualTo(2);
      assertThat(transfers.metadataWrites).isZero();
      // Its set's four ways fill up, and the changed line goes.
      for (int i = 1; i <= 4; i++) {
        assertThat(transfers.metadataWritebacks).isZero();
        memory.read(512L * 32 * i, ones, 0, transfers);
      }
      Places places = transfers.places();
      int run = places.count() - 3;
      assertThat(places.kind(run)).isEqualTo(Places.Kind.METADATA_WRITE);
      assertThat(places.address(run)).isEqualTo(CompressedMemory.TABLE);
      assertThat(transfers.metadataWritebacks).isEqualTo(1);
      assertThat(transfers.metadataWrites).isEqualTo(4);
    }
  }

  /** So that the two compare: compression for bandwidth alone, in the terms of both papers. */
  @ParameterizedTest
  @ValueSource(strings = {"bpc", "fpc", "c-pack"})
  void withZerosInTheMetadataItMovesWhatBuddyMemoryDoesAtATargetOfOne(String name) {
    BlockCodec codec = Codecs.create(name, Granularity.DEFAULT);
    Random random = new Random(4);
    Transfers bandwidth = new Transfers();
    Transfers buddy = new Transfers();
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    try (BlockMemory one =
            Layouts.create(
                "bandwidth-only:zeros=metadata,bits=4", codec, Granularity.DEFAULT, BLOCKS);
        BlockMemory other = Layouts.create("buddy:target=1", codec, Granularity.DEFAULT, BLOCKS)) {
      for (int i = 0; i < 4 * BLOCKS; i++) {
        int at = random.nextInt(BLOCKS);
        fill(block, random);
        one.write(at, block, 0, bandwidth);
        other.write(at, block, 0, buddy);
        int read = random.nextInt(BLOCKS);
        one.read(read, block, 0, bandwidth);
        other.read(read, block, 0, buddy);
        assertThat(bandwidth.deviceReads).isEqualTo(buddy.deviceReads);
        assertThat(bandwidth.deviceWrites).isEqualTo(buddy.deviceWrites);
      }
      assertThat(one.metadataBytes()).isEqualTo(other.metadataBytes());
      bandwidth.reset();
      one.write(0, MemorySegment.ofArray(new byte[128]), 0, bandwidth);
      one.read(0, block, 0, bandwidth);
      assertThat(bandwidth.deviceReads + bandwidth.deviceWrites).isZero();
    }
  }

  @Test
  void baseAndMaskInTheMetadataTakeAsMuchAsThePaperSays() {
    BlockCodec codec = Codecs.create("mag-bdi", Granularity.DEFAULT);
    BlockMetadataCache cache = new BlockMetadataCache(BlockMetadataCache.Shape.DEFAULT, 66, 32);
    assertThat(cache.tableBytes(1L << 25)).isEqualTo(264L << 20);
    try (BandwidthMemory memory =
        new BandwidthMemory(
            codec,
            Granularity.DEFAULT,
            1 << 12,
            BandwidthMemory.Metadata.of(BlockMetadataCache.Shape.DEFAULT, 8))) {
      assertThat(memory.metadataBytes()).isEqualTo((1 << 12) * 66L / 8);
      // A block whose bits lie in two lines needs both.
      Transfers transfers = new Transfers();
      memory.read(15, MemorySegment.ofArray(new byte[128]), 0, transfers);
      assertThat(transfers.metadataReads).isEqualTo(8);
      assertThat(transfers.metadataMisses).isEqualTo(1);
    }
  }

  @Test
  void lcpGainsCapacityAndRelocatesWhenExceptionsDoNotFit() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    try (LcpMemory memory =
        new LcpMemory(codec, Granularity.DEFAULT, 64, BlockMetadataCache.Shape.DEFAULT)) {
      assertThat(memory.dataBytes()).isZero();
      MemorySegment page = MemorySegment.ofArray(new byte[4096]);
      Transfers transfers = new Transfers();
      memory.read(0, page, 0, transfers);
      assertThat(transfers.deviceReads).isZero();
      // 32 lines of 9 B with their tag: a target of 16, 512 B and 64 of metadata make 1 KiB,
      // with room for three exceptions.
      for (long i = 0; i < 512; i++) {
        page.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, 0x0123456789abcdefL);
      }
      memory.load(0, 32, page, 0);
      assertThat(memory.dataBytes()).isEqualTo(1024);
      memory.read(3, page, 0, transfers);
      assertThat(transfers.deviceReads).isEqualTo(1);
      for (int i = 0; i < 3; i++) {
        memory.write(i, Sample.noise(), 0, transfers);
      }
      assertThat(transfers.relocations).isZero();
      assertThat(transfers.overflows).isEqualTo(3);
      assertThat(transfers.deviceWrites).isEqualTo(12);
      memory.read(1, page, 0, transfers);
      assertThat(transfers.deviceReads).isEqualTo(5);
      memory.write(9, Sample.noise(), 0, transfers);
      assertThat(transfers.relocations).isEqualTo(1);
      assertThat(memory.dataBytes()).isEqualTo(2048);
      assertThat(transfers.deviceReads).isEqualTo(5 + 32);
      assertThat(transfers.deviceWrites).isEqualTo(12 + 64);
    }
  }

  @Test
  void lcpChoosesTheSmallestPageThenTheFewestExceptions() {
    int[] sizes = new int[32];
    Arrays.fill(sizes, 20);
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(24, 1024, 0));
    sizes[0] = 128;
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(24, 1024, 1));
    Arrays.fill(sizes, 112);
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(128, 4096, 0));
    Arrays.fill(sizes, 5);
    assertThat(LcpLayout.choose(sizes, 128)).isEqualTo(new LcpLayout(8, 512, 0));
  }

  @Test
  void attacheMovesHalvesAndKeepsTheBitThatAMarkerTakes() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    try (AttacheMemory memory =
        new AttacheMemory(codec, Granularity.DEFAULT, 64, AttacheMemory.DEFAULT_MARKER)) {
      Transfers transfers = new Transfers();
      memory.write(0, MemorySegment.ofArray(Sample.ones()), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(2);
      memory.write(1, Sample.noise(), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(6);
      assertThat(transfers.metadataSectors()).isZero();
      MemorySegment marked = Sample.noise();
      marked.set(ValueLayout.JAVA_BYTE, 0, (byte) (AttacheMemory.DEFAULT_MARKER >>> 7));
      marked.set(ValueLayout.JAVA_BYTE, 1, (byte) (AttacheMemory.DEFAULT_MARKER << 1 | 1));
      memory.write(2, marked, 0, transfers);
      assertThat(transfers.metadataWrites).isEqualTo(1);
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      transfers.reset();
      memory.read(2, target, 0, transfers);
      assertThat(target.mismatch(marked)).isEqualTo(-1);
      assertThat(transfers.deviceReads).isEqualTo(4);
      assertThat(transfers.metadataReads).isEqualTo(1);
    }
  }
}
