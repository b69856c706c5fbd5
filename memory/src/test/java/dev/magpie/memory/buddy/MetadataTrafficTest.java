package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetadataTrafficTest {
  /** Who watches sees what is counted, and no sector leaves that has not come. */
  private static final class Watcher implements MetadataCache.Traffic {
    final Map<Long, Integer> present = new HashMap<>();
    final List<Long> filled = new ArrayList<>();
    final List<Long> writtenBack = new ArrayList<>();

    @Override
    public void filled(long metadataAddress) {
      filled.add(metadataAddress);
      present.merge(metadataAddress, 1, Integer::sum);
    }

    @Override
    public void writtenBack(long metadataAddress) {
      writtenBack.add(metadataAddress);
      assertThat(present).containsKey(metadataAddress);
    }
  }

  @Test
  void sectorsThatMoveAreTold() {
    for (int slices : new int[] {1, 2, 8, 16}) {
      Watcher watcher = new Watcher();
      BuddyConfig config =
          BuddyConfig.ofDevice(64 << 20).withMetadataCache(new MetadataCache.Shape(slices, 512, 2));
      try (BuddyMemory memory = new BuddyMemory(config, watcher)) {
        long metadataStart = config.deviceBytes() - config.metadataBytes();
        BuddyAllocation all = memory.allocate(32 << 20, TargetRatio.TWO);
        Random random = new Random(slices);
        byte[] bytes = new byte[128];
        MemorySegment entry = MemorySegment.ofArray(bytes);
        Transfers moved = new Transfers();
        for (int i = 0; i < 20_000; i++) {
          long number = random.nextInt(1 << 18);
          long sector = metadataStart + number / 64 * 32;
          int before = watcher.filled.size();
          if (random.nextBoolean()) {
            random.nextBytes(bytes);
            memory.writeBlock(all.address() + 128 * number, entry, 0, moved);
          } else {
            memory.readBlock(all.address() + 128 * number, entry, 0, moved);
          }
          if (watcher.filled.size() > before) {
            assertThat(watcher.filled.getLast()).isEqualTo(sector);
          }
        }
        assertThat(moved.metadataReads).isEqualTo(watcher.filled.size());
        assertThat(moved.metadataWrites).isEqualTo(watcher.writtenBack.size()).isPositive();
      }
    }
  }

  @Test
  void whatIsPutAndPeekedLeavesTheCacheAlone() {
    Watcher watcher = new Watcher();
    try (BuddyMemory memory = new BuddyMemory(BuddyConfig.ofDevice(8 << 20), watcher)) {
      for (TargetRatio target : TargetRatio.values()) {
        BuddyAllocation part = memory.allocate(1 << 18, target);
        byte[] bytes = new byte[128];
        byte[] back = new byte[128];
        Random random = new Random(5);
        for (long at = 0; at < part.bytes(); at += 128) {
          bytes[random.nextInt(128)] = (byte) random.nextInt();
          memory.put(part.address() + at, MemorySegment.ofArray(bytes), 0);
          memory.peek(part.address() + at, MemorySegment.ofArray(back), 0);
          assertThat(back).isEqualTo(bytes);
        }
        assertThat(watcher.filled).isEmpty();
        memory.readBlock(
            part.address() + part.bytes() - 128, MemorySegment.ofArray(back), 0, new Transfers());
        assertThat(back).isEqualTo(bytes);
        assertThat(watcher.filled).hasSize(1);
        watcher.filled.clear();
      }
    }
  }
}
