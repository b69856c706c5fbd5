package dev.magpie.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache.Shape;
import dev.magpie.memory.cache.BlockMetadataCache.Unit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockMetadataCacheTest {
  private static final int BURST = 32;

  private static BlockMetadataCache cache(Unit unit) {
    return new BlockMetadataCache(new Shape(1024, 2, 128), unit, 4, BURST);
  }

  /** 4 bits a block: a sector has those of 64 blocks, a line those of 256. */
  @Test
  void aMissFetchesItsUnitOnly() {
    for (Unit unit : Unit.values()) {
      BlockMetadataCache cache = cache(unit);
      Transfers transfers = new Transfers();
      for (long block = 0; block < 256; block++) {
        cache.access(block, false, transfers);
      }
      assertThat(transfers.metadataAccesses).isEqualTo(256);
      assertThat(transfers.metadataMisses).isEqualTo(unit == Unit.LINE ? 1 : 4);
      assertThat(transfers.metadataReads).isEqualTo(4);
    }
    Transfers one = new Transfers();
    cache(Unit.SECTOR).access(70, false, one);
    assertThat(one.metadataReads).isEqualTo(1);
  }

  @Test
  void ofALineOnlySectorsThatHaveChangedAreWrittenBack() {
    BlockMetadataCache cache = cache(Unit.SECTOR);
    Transfers transfers = new Transfers();
    cache.access(0, true, transfers);
    cache.access(64, false, transfers);
    cache.access(130, true, transfers);
    // Four sets of two lines: lines 4 and 8 take the place of line 0.
    cache.access(4 * 256, false, transfers);
    cache.access(8 * 256, false, transfers);
    assertThat(transfers.metadataWritebacks).isEqualTo(2);
    assertThat(transfers.metadataWrites).isEqualTo(2);
  }

  /** As Buddy memory's cache does with the same table, where one slice has all of it. */
  @Test
  void sectorsAreFetchedAsOfBuddyMemory() {
    BlockMetadataCache cache =
        new BlockMetadataCache(new Shape(4096, 4, 128), Unit.SECTOR, 4, BURST);
    MetadataCache buddy = new MetadataCache(new MetadataCache.Shape(1, 4096, 4));
    Random random = new Random(7);
    Transfers here = new Transfers();
    Transfers there = new Transfers();
    for (int i = 0; i < 20_000; i++) {
      long block = (long) (random.nextInt(16) == 0 ? 1 << 16 : 1 << 12) * random.nextInt(64) / 64;
      boolean changes = random.nextBoolean();
      cache.access(block, changes, here);
      buddy.access(block / 2, changes, there);
    }
    assertThat(here.metadataMisses).isEqualTo(there.metadataMisses).isGreaterThan(1000);
    assertThat(here.metadataReads).isEqualTo(there.metadataReads);
    assertThat(here.metadataWritebacks).isEqualTo(there.metadataWritebacks).isGreaterThan(100);
  }

  /** Four sets of two lines of four sectors, each of which has the bits of 64 blocks. */
  @Test
  void unitsStandOneBehindTheOtherInTheTable() {
    BlockMetadataCache cache = cache(Unit.SECTOR);
    Transfers transfers = Transfers.withPlaces();
    for (int sector : new int[] {17, 19}) {
      cache.access(64L * sector, true, transfers);
    }
    // Lines 8 and 12 take the place of line 4, which has sectors 16 to 19.
    cache.access(8 * 256, false, transfers);
    cache.access(12 * 256, false, transfers);
    assertThat(transfers.places().needs()).isEqualTo(4);
    assertThat(Told.places(transfers))
        .containsExactly(
            "METADATA_READ 1 at table+544, unit 17",
            "METADATA_READ 1 at table+608, unit 19",
            "METADATA_READ 1 at table+1024, unit 32",
            "METADATA_WRITE 1 at table+544, unit 17",
            "METADATA_WRITE 1 at table+608, unit 19",
            "METADATA_READ 1 at table+1536, unit 48");
  }

  /** 66 bits a block: those of block 15 begin in line 0 and end in line 1. */
  @Test
  void aBlockWhoseBitsLieInTwoLinesMissesIfEitherIsNotThere() {
    for (long neighbour : new long[] {0, 30}) {
      BlockMetadataCache cache = new BlockMetadataCache(Shape.DEFAULT, 66, BURST);
      Transfers transfers = new Transfers();
      cache.access(neighbour, false, transfers);
      assertThat(transfers.metadataMisses).isEqualTo(1);
      cache.access(15, false, transfers);
      assertThat(transfers.metadataMisses).isEqualTo(2);
      assertThat(transfers.metadataReads).isEqualTo(8);
      cache.access(15, false, transfers);
      assertThat(transfers.metadataMisses).isEqualTo(2);
    }
  }

  @Test
  void theSmallestAndTheFullestUnitsAreLegal() {
    assertThat(new Shape(1, 1, 1).bytes()).isEqualTo(1);
    for (int bits : new int[] {1, 256}) {
      BlockMetadataCache cache = new BlockMetadataCache(Shape.DEFAULT, Unit.SECTOR, bits, BURST);
      assertThat(cache.tableBytes(1024)).isEqualTo(128L * bits);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, 0, 1", "1, 1, 0", "1000, 2, 128", "-256, 2, 128"})
  void shapesWithoutAWholeNumberOfSetsAreRefused(int bytes, int ways, int lineBytes) {
    assertThatThrownBy(() -> new Shape(bytes, ways, lineBytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no metadata cache has %d B in %d ways of lines of %d B"
                .formatted(bytes, ways, lineBytes));
  }

  @Test
  void metadataOfNoBitsAreRefused() {
    assertThatThrownBy(() -> new BlockMetadataCache(Shape.DEFAULT, 0, BURST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a line of 128 B cannot hold 0 bits a block");
  }

  @Test
  void linesWithoutAWholeNumberOfSectorsAreRefused() {
    assertThatThrownBy(() -> new BlockMetadataCache(new Shape(960, 2, 48), Unit.SECTOR, 4, BURST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a line of 48 B has no whole number of sectors of 32 B");
    assertThatThrownBy(() -> new BlockMetadataCache(Shape.DEFAULT, Unit.SECTOR, 257, BURST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sector of 32 B cannot hold 257 bits a block");
  }
}
