package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.memory.Places;
import dev.magpie.memory.Places.Kind;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetadataTrafficTest {
  /** What memory tells is what it counts, and no sector leaves that has not come. */
  @Test
  void sectorsThatMoveAreTold() {
    for (int slices : new int[] {1, 2, 8, 16}) {
      Set<Long> filled = new HashSet<>();
      long writtenBack = 0;
      long reads = 0;
      long writes = 0;
      BuddyConfig config =
          BuddyConfig.ofDevice(64 << 20).withMetadataCache(new MetadataCache.Shape(slices, 512, 2));
      try (BuddyMemory memory = new BuddyMemory(config)) {
        long metadataStart = config.deviceBytes() - config.metadataBytes();
        BuddyAllocation all = memory.allocate(32 << 20, TargetRatio.TWO);
        Random random = new Random(slices);
        byte[] bytes = new byte[128];
        MemorySegment entry = MemorySegment.ofArray(bytes);
        Transfers moved = Transfers.withPlaces();
        for (int i = 0; i < 20_000; i++) {
          long number = random.nextInt(1 << 18);
          long sector = metadataStart + number / 64 * 32;
          moved.reset();
          if (random.nextBoolean()) {
            random.nextBytes(bytes);
            memory.writeBlock(all.address() + 128 * number, entry, 0, moved);
          } else {
            memory.readBlock(all.address() + 128 * number, entry, 0, moved);
          }
          Places places = moved.places();
          assertThat(places.needs()).isEqualTo(1);
          for (int run = 0; run < places.count(); run++) {
            if (places.kind(run) == Kind.METADATA_READ) {
              assertThat(places.address(run)).isEqualTo(sector);
              assertThat(places.unit(run)).isEqualTo(places.needed(0));
              filled.add(sector);
              reads++;
            } else if (places.kind(run) == Kind.METADATA_WRITE) {
              assertThat(filled).contains(places.address(run));
              writes++;
            }
          }
          reads -= moved.metadataReads;
          writes -= moved.metadataWrites;
          writtenBack += moved.metadataWritebacks;
        }
        assertThat(reads).isZero();
        assertThat(writes).isZero();
        assertThat(writtenBack).isPositive();
      }
    }
  }

  @Test
  void accessesAtNoCostLeaveTheCacheAlone() {
    Transfers free = Transfers.free();
    try (BuddyMemory memory = new BuddyMemory(BuddyConfig.ofDevice(8 << 20))) {
      for (TargetRatio target : TargetRatio.values()) {
        BuddyAllocation part = memory.allocate(1 << 18, target);
        byte[] bytes = new byte[128];
        byte[] back = new byte[128];
        Random random = new Random(5);
        for (long at = 0; at < part.bytes(); at += 128) {
          bytes[random.nextInt(128)] = (byte) random.nextInt();
          memory.writeBlock(part.address() + at, MemorySegment.ofArray(bytes), 0, free);
          memory.readBlock(part.address() + at, MemorySegment.ofArray(back), 0, free);
          assertThat(back).isEqualTo(bytes);
        }
        assertThat(free.metadataAccesses).isZero();
        Transfers moved = new Transfers();
        memory.readBlock(
            part.address() + part.bytes() - 128, MemorySegment.ofArray(back), 0, moved);
        assertThat(back).isEqualTo(bytes);
        assertThat(moved.metadataMisses).isEqualTo(1);
      }
    }
  }
}
