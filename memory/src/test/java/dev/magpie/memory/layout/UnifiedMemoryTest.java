package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.unified.ResidencyModel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnifiedMemoryTest {
  private static final int BLOCKS_OF_PAGE = (1 << 16) / 128;
  private static final int BURSTS_OF_PAGE = (1 << 16) / 32;

  private static UnifiedMemory of(String spec, long pages) {
    return new UnifiedMemory(LayoutSpec.parse(spec), Granularity.DEFAULT, pages * BLOCKS_OF_PAGE);
  }

  @ParameterizedTest
  @CsvSource({"0, on", "10, off", "25, on", "40, off", "40, on", "99, on"})
  void theBytesAreThereWhereverTheirPageIs(int percent, String prefetch) {
    int pages = 150;
    String spec = "unified:oversubscription=%d,prefetch=%s".formatted(percent, prefetch);
    Random random = new Random(percent);
    try (UnifiedMemory memory = of(spec, pages)) {
      int room = Math.max(1, pages * (100 - percent) / 100);
      ResidencyModel model = new ResidencyModel(pages, room, prefetch.equals("on"));
      long[] values = new long[pages * BLOCKS_OF_PAGE];
      MemorySegment block = MemorySegment.ofArray(new byte[128]);
      Transfers transfers = new Transfers();
      long faults = 0;
      for (int i = 0; i < 20_000; i++) {
        int page = random.nextInt(random.nextInt(3) == 0 ? pages : 20);
        int number = page * BLOCKS_OF_PAGE + random.nextInt(3);
        if (!model.resident().contains(page)) {
          faults++;
          model.bring(page / 32, new TreeSet<>(List.of(page)));
          model.arrive();
        }
        if (random.nextBoolean()) {
          values[number] = random.nextLong();
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, 64, values[number]);
          memory.write(number, block, 0, transfers);
        } else {
          memory.read(number, block, 0, transfers);
          assertThat(block.get(ValueLayout.JAVA_LONG_UNALIGNED, 64)).isEqualTo(values[number]);
        }
      }
      assertThat(memory.roomBytes()).isEqualTo((long) room << 16);
      assertThat(transfers.buddyAccesses).isEqualTo(faults).isPositive();
      assertThat(transfers.buddyReads).isEqualTo(model.migrated * BURSTS_OF_PAGE);
      assertThat(transfers.buddyWrites).isEqualTo(model.evictedPages * BURSTS_OF_PAGE);
      assertThat(model.evictedPages > 0).isEqualTo(percent > 0);
      for (int page = 0; page < pages; page++) {
        assertThat(memory.isResident(page)).isEqualTo(model.resident().contains(page));
      }
    }
  }

  /** Accesses at no cost find the bytes, and move nothing. */
  @Test
  void whatIsPutInPlaceFaultsNowhere() {
    try (UnifiedMemory memory = of("unified:oversubscription=50", 4)) {
      MemorySegment source = MemorySegment.ofArray(new byte[128]);
      source.fill((byte) 7);
      memory.load(BLOCKS_OF_PAGE, 1, source, 0);
      MemorySegment target = MemorySegment.ofArray(new byte[128]);

      memory.read(BLOCKS_OF_PAGE, target, 0, Transfers.free());

      assertThat(target.mismatch(source)).isEqualTo(-1);
      assertThat(memory.isResident(1)).isFalse();
    }
  }

  @Test
  void memoryThatBeginsOnTheDeviceFaultsWhereThereIsNoRoom() {
    try (UnifiedMemory memory = of("unified:oversubscription=25,begin=device", 8)) {
      Transfers transfers = new Transfers();
      MemorySegment block = MemorySegment.ofArray(new byte[128]);
      for (int page = 0; page < 6; page++) {
        memory.read((long) page * BLOCKS_OF_PAGE, block, 0, transfers);
      }
      assertThat(transfers.buddySectors()).isZero();

      memory.read(6L * BLOCKS_OF_PAGE, block, 0, transfers);

      // The only block there is makes room for its own page.
      assertThat(transfers.buddyWrites).isEqualTo(6L * BURSTS_OF_PAGE);
      assertThat(transfers.buddyReads).isEqualTo(BURSTS_OF_PAGE);
    }
  }

  @Test
  void itsRoomGrowsWithIt() {
    try (UnifiedMemory memory = of("unified:oversubscription=40", 10)) {
      assertThat(memory.roomBytes()).isEqualTo(6 << 16);
      memory.grow(101L * BLOCKS_OF_PAGE);
      assertThat(memory.pages()).isEqualTo(101);
      assertThat(memory.roomBytes()).isEqualTo(60 << 16);
      assertThat(memory.dataBytes()).isEqualTo(60 << 16);
    }
  }

  @Test
  void aBlockOfTheDeviceMovesToAndFromItsFrame() {
    try (UnifiedMemory memory = of("unified:prefetch=off", 4)) {
      Transfers transfers = Transfers.withPlaces();
      MemorySegment block = MemorySegment.ofArray(new byte[128]);
      memory.write(3L * BLOCKS_OF_PAGE + 5, block, 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(4);
      assertThat(transfers.codeBytes).isEqualTo(128);
      memory.read(3L * BLOCKS_OF_PAGE + 6, block, 0, transfers);
      assertThat(transfers.codeBytes).isEqualTo(256);
      // Page 3 came first, into the first frame.
      assertThat(Told.places(transfers))
          .containsExactly("WRITE 4 at " + 5 * 128, "READ 4 at " + 6 * 128);
    }
  }

  @Test
  void whoeverAsksIsToldWhatLeavesTheDevice() {
    try (UnifiedMemory memory = of("unified:oversubscription=50,prefetch=off", 64)) {
      List<String> told = new ArrayList<>();
      memory.tellEvictions((block, pages) -> {
        assertThat(memory.isResident(32 * block)).as("it is still there").isTrue();
        told.add(block + ": " + Integer.toHexString(pages));
      });
      memory.bring(0, 0b101);
      memory.arrive();
      assertThat(told).isEmpty();
      memory.bring(1, -1);
      assertThat(told).containsExactly("0: 5");
    }
  }

  /** A frame that is free stays so, beside new ones. */
  @Test
  void pagesHaveFramesOfTheirOwnAfterItGrows() {
    try (UnifiedMemory memory = of("unified:oversubscription=50,prefetch=off", 4)) {
      Transfers transfers = new Transfers();
      for (int page = 0; page < 4; page++) {
        if (page == 1) {
          memory.grow(8L * BLOCKS_OF_PAGE);
        }
        memory.write((long) page * BLOCKS_OF_PAGE, blockOf(page + 1), 0, transfers);
      }
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      for (int page = 0; page < 4; page++) {
        memory.read((long) page * BLOCKS_OF_PAGE, target, 0, transfers);
        assertThat(target.mismatch(blockOf(page + 1))).as("page %d", page).isEqualTo(-1);
      }
      assertThat(transfers.buddyWrites).as("all have room").isZero();
    }
  }

  private static MemorySegment blockOf(int value) {
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    block.fill((byte) value);
    return block;
  }

  @Test
  void allOfAWholeBlockMayBeginOnTheDevice() {
    try (UnifiedMemory memory = of("unified:begin=device", 32)) {
      for (int page = 0; page < 32; page++) {
        assertThat(memory.isResident(page)).isTrue();
      }
      assertThat(memory.dataBytes()).isEqualTo(32 << 16);
    }
  }
}
