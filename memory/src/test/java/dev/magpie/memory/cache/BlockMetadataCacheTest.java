package dev.magpie.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache.Shape;
import dev.magpie.memory.cache.BlockMetadataCache.Unit;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
