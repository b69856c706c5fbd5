package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.RangeAllocator;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Metadata, page tables and carve-out to the bit. */
class LayoutTest {
  private static final long GIB = 1L << 30;

  @Test
  void targetsDivideAnEntryAsTheSpecificationSays() {
    assertThat(TargetRatio.values())
        .extracting(target -> target + " " + target.deviceBytes() + " " + target.buddyBytes())
        .containsExactly("1 128 0", "4/3 96 32", "2 64 64", "4 32 96", "16 8 128");
    assertThat(TargetRatio.values())
        .extracting(TargetRatio::ratio)
        .containsExactly(1.0, 128.0 / 96, 2.0, 4.0, 16.0);
    for (int code = 0; code <= 4; code++) {
      assertThat(TargetRatio.ONE.fits(code)).isTrue();
      assertThat(TargetRatio.FOUR_THIRDS.fits(code)).isEqualTo(code <= 3);
      assertThat(TargetRatio.TWO.fits(code)).isEqualTo(code <= 2);
      assertThat(TargetRatio.FOUR.fits(code)).isEqualTo(code <= 1);
      assertThat(TargetRatio.SIXTEEN.fits(code)).isEqualTo(code == 0);
    }
    assertThat(TargetRatio.SIXTEEN.fits(EntryCode.TINY)).isTrue();
    for (TargetRatio target : TargetRatio.values()) {
      assertThat(TargetRatio.parse(target.toString())).isEqualTo(target);
      assertThat(TargetRatio.ofCode(target.code())).isEqualTo(target);
    }
    for (int code = 5; code < 8; code++) {
      int reserved = code;
      assertThatThrownBy(() -> TargetRatio.ofCode(reserved))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> TargetRatio.parse("3")).hasMessageContaining("1, 4/3, 2, 4, 16");
  }

  @Test
  void codesRoundSizesUp() {
    int[] bits = {0, 1, 64, 65, 256, 257, 512, 513, 768, 769, 1024, Integer.MAX_VALUE};
    int[] codes = {0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    for (int i = 0; i < bits.length; i++) {
      assertThat(EntryCode.of(bits[i], TargetRatio.TWO)).as("%d bits", bits[i]).isEqualTo(codes[i]);
    }
    assertThat(EntryCode.of(64, TargetRatio.SIXTEEN)).isEqualTo(EntryCode.TINY);
    assertThat(EntryCode.of(65, TargetRatio.SIXTEEN)).isEqualTo(1);
    assertThat(EntryCode.of(0, TargetRatio.SIXTEEN)).isEqualTo(EntryCode.ZERO);
  }

  @Test
  void pageTableEntriesHaveThePapersBits() {
    long entry = PageTableEntry.of(PageSize.KIB_64, true, TargetRatio.FOUR, 0x1234_5660L, 0xabcde);
    assertThat(entry & 0xff_ffff).isEqualTo(0xabcde << 4 | 3 << 1 | 1);
    assertThat(entry >>> 24 & 0x3f_ffff_ffffL).isEqualTo(0x1234_5660L / 32);
    assertThat(PageTableEntry.deviceBase(entry)).isEqualTo(0x1234_5660L);
    assertThat(PageTableEntry.buddyOffset(entry)).isEqualTo(0xabcde);
    assertThat(PageTableEntry.target(entry)).isEqualTo(TargetRatio.FOUR);
    assertThat(PageTableEntry.isCompressed(entry)).isTrue();
    assertThat(PageTableEntry.of(PageSize.MIB_2, false, TargetRatio.ONE, 0, 0) & 0xff_ffff)
        .isZero();
    PageTableEntry.of(PageSize.MIB_2, true, TargetRatio.TWO, 0, 0xffff);
    assertThatThrownBy(() -> PageTableEntry.of(PageSize.MIB_2, true, TargetRatio.TWO, 0, 0x1_0000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> PageTableEntry.of(PageSize.KIB_64, true, TargetRatio.TWO, 0, 0x10_0000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PageTableEntry.of(PageSize.KIB_64, true, TargetRatio.TWO, 16, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void offsetsReachWhatTheTableInPageSizeSays() {
    assertThat(PageSize.KIB_64.entries()).isEqualTo(512);
    assertThat(PageSize.MIB_2.entries()).isEqualTo(16384);
    long[] small = {0, 16, 32, 48, 64};
    long[] large = {0, 32, 64, 96, 128};
    int i = 0;
    for (TargetRatio target : TargetRatio.values()) {
      assertThat(PageSize.KIB_64.reach(target)).isEqualTo(small[i] * GIB);
      assertThat(PageSize.MIB_2.reach(target)).isEqualTo(large[i++] * GIB);
    }
  }

  @Test
  void rangesStartAligned_andEndWithinTheirReach() {
    RangeAllocator ranges = new RangeAllocator(1000);
    assertThat(ranges.allocate(10, 48, 1000)).isEqualTo(0);
    assertThat(ranges.allocate(100, 48, 1000)).isEqualTo(48);
    assertThat(ranges.allocate(30, 1, 1000)).isEqualTo(10);
    assertThat(ranges.allocate(100, 48, 243)).isEqualTo(RangeAllocator.NONE);
    assertThat(ranges.allocate(100, 48, 292)).isEqualTo(192);
    assertThat(ranges.freeBytes()).isEqualTo(1000 - 240);
    ranges.free(48, 100);
    ranges.free(192, 100);
    ranges.free(0, 10);
    ranges.free(10, 30);
    assertThat(ranges.allocate(1000, 1, 1000)).isZero();
  }

  @Test
  void metadataAreNibblesAtTheEndOfDeviceMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment device = arena.allocate(1 << 20, 128);
      MetadataRegion region = new MetadataRegion(device, 4 << 20 >> 7);
      long base = (1 << 20) - (4 << 20) / 256;
      assertThat(region.address(0)).isEqualTo(base);
      assertThat(region.address(1)).isEqualTo(base);
      assertThat(region.address(514)).isEqualTo(base + 257);
      region.set(0, 3);
      assertThat(device.get(ValueLayout.JAVA_BYTE, base)).isEqualTo((byte) 0x03);
      region.set(1, 5);
      assertThat(device.get(ValueLayout.JAVA_BYTE, base)).isEqualTo((byte) 0x53);
      region.set(7, 4);
      assertThat(device.get(ValueLayout.JAVA_BYTE, base + 3)).isEqualTo((byte) 0x40);
      region.set(0, 1);
      assertThat(device.get(ValueLayout.JAVA_INT, base)).isEqualTo(0x4000_0051);
      assertThat(region.get(7)).isEqualTo(4);
      region.clear(0, 3);
      assertThat(device.get(ValueLayout.JAVA_INT, base)).isEqualTo(0x4000_0000);
      for (int code = 6; code < 16; code++) {
        device.set(ValueLayout.JAVA_BYTE, base, (byte) (code << 4));
        assertThat(region.get(0)).isZero();
        assertThatThrownBy(() -> region.get(1)).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void theMetadataTakeFourBitsAnEntry() {
    BuddyConfig config = BuddyConfig.ofDevice(12L * GIB);
    assertThat(config.carveOutBytes()).isEqualTo(36 * GIB);
    assertThat(config.heapBytes()).isEqualTo(48 * GIB);
    assertThat(config.metadataBytes()).isEqualTo(48 * GIB / 256);
    assertThat((double) config.metadataBytes() / config.heapBytes()).isBetween(0.0039, 0.00391);
  }

  @Test
  void slicesAreChosenByTheHash() {
    MetadataCache cache = new MetadataCache(MetadataCache.Shape.DEFAULT);
    assertThat(cache.slice(0)).isEqualTo(0);
    assertThat(cache.slice(255)).isEqualTo(0);
    assertThat(cache.slice(256)).isEqualTo(1);
    assertThat(cache.slice(0x800 | 0x100)).isEqualTo(0);
    assertThat(cache.slice(0x4000)).isEqualTo(1);
    assertThat(cache.slice(0x2_0000)).isEqualTo(1);
    assertThat(cache.slice(0x2_4800)).isEqualTo(1);
    assertThat(cache.slice(0x700)).isEqualTo(7);
    assertThat(MetadataCache.Shape.DEFAULT.bytes()).isEqualTo(64 << 10);
    assertThat(MetadataCache.Shape.EVALUATED.bytes()).isEqualTo(32 << 10);
  }

  @Test
  void addressesFollowFromTheBaseRegisterAndThePage() {
    BuddyConfig config = BuddyConfig.ofDevice(8 << 20).withBuddyBase(0x10_0000_0000L);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      BuddyAllocation first = memory.allocate(1000, TargetRatio.TWO);
      BuddyAllocation other = memory.allocate(200_000, TargetRatio.FOUR);
      assertThat(first.address()).isEqualTo(BuddyMemory.HEAP_BASE);
      assertThat(first.entries()).isEqualTo(8);
      assertThat(other.address()).isEqualTo(BuddyMemory.HEAP_BASE + 65536);
      assertThat(memory.deviceAddress(first.address() + 130)).isEqualTo(64);
      assertThat(memory.buddyAddress(first.address() + 130)).isEqualTo(0x10_0000_0000L + 64);
      // Page 1, entry 3 of the second allocation, which starts at the next unit of 48 KiB.
      long address = other.address() + 65536 + 3 * 128;
      assertThat(memory.deviceAddress(address)).isEqualTo(8 * 64 + (512 + 3) * 32);
      assertThat(memory.buddyAddress(address)).isEqualTo(0x10_0000_0000L + 2 * 49152 + 3 * 96);
    }
  }

  @Test
  void largePagesAndTinyEntriesHaveTheirPlacesToo() {
    BuddyConfig config = BuddyConfig.ofDevice(64 << 20).withPageSize(PageSize.MIB_2);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      BuddyAllocation first = memory.allocate(3 << 20, TargetRatio.SIXTEEN);
      BuddyAllocation other = memory.allocate(5 << 20, TargetRatio.FOUR_THIRDS);
      assertThat(other.address()).isEqualTo(BuddyMemory.HEAP_BASE + (4 << 20));
      // Entry 16,389 of the first: entry 5 of its second page.
      long address = first.address() + (2 << 20) + 5 * 128;
      assertThat(memory.deviceAddress(address)).isEqualTo(16_389 * 8);
      assertThat(memory.buddyAddress(address)).isEqualTo(16_389 * 128);
      // The first has 24,576 entries; its buddy memory, 3 MiB, ends at a unit of 512 KiB.
      address = other.address() + (4 << 20) + 7 * 128;
      assertThat(memory.deviceAddress(address)).isEqualTo(24_576 * 8 + (32_768 + 7) * 96);
      assertThat(memory.buddyAddress(address)).isEqualTo((3 << 20) + (32_768 + 7) * 32);
    }
  }

  @Test
  void noTwoEntriesShareAPlace_andNoneLiesInTheMetadata() {
    SplittableRandom random = new SplittableRandom(9);
    List<TargetRatio> targets = List.of(TargetRatio.values());
    List<PageSize> sizes = List.of(PageSize.values());
    BuddyConfig config = BuddyConfig.ofDevice(4 << 20).withMaxRatio(5);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      BitSet device = new BitSet();
      BitSet buddy = new BitSet();
      BitSet metadata = new BitSet();
      List<BuddyAllocation> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        TargetRatio target = targets.get(random.nextInt(5));
        PageSize size = sizes.get(random.nextInt(2));
        try {
          all.add(memory.allocate(1 + random.nextInt(400_000), target, size));
        } catch (AllocationFailedException _) {
          if (random.nextBoolean()) {
            memory.free(all.remove(random.nextInt(all.size())));
          }
        }
      }
      assertThat(all).hasSizeGreaterThan(10);
      for (BuddyAllocation each : all) {
        for (long e = 0; e < each.entries(); e++) {
          long address = each.address() + 128 * e;
          take(device, memory.deviceAddress(address), each.target().deviceBytes());
          take(buddy, memory.buddyAddress(address), each.target().buddyBytes());
          take(metadata, (address - BuddyMemory.HEAP_BASE) / 128, 1);
        }
      }
      assertThat(device.length())
          .isLessThanOrEqualTo((int) (config.deviceBytes() - config.metadataBytes()));
      assertThat(buddy.length()).isLessThanOrEqualTo((int) config.carveOutBytes());
      assertThat(metadata.length()).isLessThanOrEqualTo((int) config.metadataBytes() * 2);
    }
  }

  private static void take(BitSet places, long start, int bytes) {
    int from = (int) start;
    assertThat(places.get(from, from + bytes).isEmpty()).isTrue();
    places.set(from, from + bytes);
  }

  @Test
  void anAllocationThatTheOffsetCannotReachIsRefused() {
    RangeAllocator ranges = new RangeAllocator(200 * GIB);
    for (PageSize size : PageSize.values()) {
      for (TargetRatio target : TargetRatio.values()) {
        if (target != TargetRatio.ONE) {
          long unit = size.unitBytes(target);
          long reach = size.reach(target);
          long all = ranges.allocate(reach - unit, unit, reach);
          long last = ranges.allocate(unit, unit, reach);
          assertThat(last / unit).isEqualTo((1L << size.offsetBits()) - 1);
          assertThat(
                  PageTableEntry.buddyOffset(PageTableEntry.of(size, true, target, 0, last / unit)))
              .isEqualTo(last / unit);
          assertThat(ranges.allocate(unit, unit, reach)).isEqualTo(RangeAllocator.NONE);
          ranges.free(all, reach - unit);
          ranges.free(last, unit);
        }
      }
    }
  }
}
