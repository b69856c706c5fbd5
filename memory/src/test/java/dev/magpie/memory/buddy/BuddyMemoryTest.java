package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a Buddy memory promises beside holding bytes. */
class BuddyMemoryTest {
  private static final long DEVICE = 4 << 20;

  @Test
  void newMemoryIsZero_evenWhereOthersWroteBefore() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(DEVICE)) {
      for (TargetRatio target : TargetRatio.values()) {
        BuddyAllocation before = memory.allocateUncompressed(3 << 20);
        byte[] bytes = new byte[3 << 20];
        Arrays.fill(bytes, (byte) 0x5a);
        memory.write(before.address(), MemorySegment.ofArray(bytes), 0, bytes.length);
        memory.free(before);
        BuddyAllocation after = memory.allocate(3 << 20, target);
        memory.read(after.address(), MemorySegment.ofArray(bytes), 0, bytes.length);
        assertThat(bytes).containsOnly(0);
        memory.free(after);
        BuddyAllocation plain = memory.allocateUncompressed(3 << 20);
        memory.read(plain.address(), MemorySegment.ofArray(bytes), 0, bytes.length);
        assertThat(bytes).containsOnly(0);
        memory.free(plain);
      }
    }
  }

  @Test
  void whatDoesNotFitFailsAndChangesNothing() {
    BuddyConfig config = BuddyConfig.ofDevice(DEVICE);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      long data = DEVICE - config.metadataBytes();
      assertThatThrownBy(() -> memory.allocate(5 << 20, TargetRatio.ONE))
          .isInstanceOf(AllocationFailedException.class)
          .hasMessageContaining("device memory");
      assertThatThrownBy(() -> memory.allocate(17 << 20, TargetRatio.SIXTEEN))
          .isInstanceOf(AllocationFailedException.class)
          .hasMessageContaining("address space");
      assertThatThrownBy(() -> memory.allocate(15 << 20, TargetRatio.SIXTEEN))
          .isInstanceOf(AllocationFailedException.class)
          .hasMessageContaining("carve-out");
      assertThatThrownBy(() -> memory.allocate(Long.MAX_VALUE, TargetRatio.FOUR))
          .isInstanceOf(AllocationFailedException.class);
      assertThatThrownBy(() -> memory.allocate(0, TargetRatio.FOUR))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(memory.freeDeviceBytes()).isEqualTo(data);
      assertThat(memory.freeCarveOutBytes()).isEqualTo(3 * DEVICE);
      // All of the device is still there in one piece.
      assertThat(memory.allocate(data, TargetRatio.ONE).deviceBytes()).isEqualTo(data);
    }
  }

  @Test
  void theDeviceGrowsByItsTarget() {
    BuddyConfig config = BuddyConfig.ofDevice(DEVICE);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      long bytes = 2 * (DEVICE - config.metadataBytes());
      BuddyAllocation large = memory.allocate(bytes, TargetRatio.TWO);
      assertThat(memory.freeDeviceBytes()).isZero();
      SplittableRandom random = new SplittableRandom(1);
      byte[] written = new byte[(int) bytes];
      random.nextBytes(written);
      memory.write(large.address(), MemorySegment.ofArray(written), 0, bytes);
      byte[] read = new byte[(int) bytes];
      memory.read(large.address(), MemorySegment.ofArray(read), 0, bytes);
      assertThat(Arrays.equals(read, written)).isTrue();
    }
  }

  @Test
  void everyAddressIsChecked() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(DEVICE)) {
      BuddyAllocation allocation = memory.allocate(70_000, TargetRatio.TWO);
      MemorySegment bytes = MemorySegment.ofArray(new byte[80_000]);
      long end = allocation.address() + 70_000;
      memory.write(end - 1, bytes, 0, 1);
      for (long address : new long[] {end, end - 3, allocation.address() - 1, 0, -1, 1L << 60}) {
        assertThatThrownBy(() -> memory.read(address, bytes, 0, 4))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.write(address, bytes, 0, 4))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> memory.write(allocation.address(), bytes, 0, 70_001))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> memory.read(allocation.address(), bytes, 79_000, 2000))
          .isInstanceOf(IndexOutOfBoundsException.class);
      byte[] ones = new byte[300];
      Arrays.fill(ones, (byte) 1);
      assertThatThrownBy(
              () -> memory.write(allocation.address(), MemorySegment.ofArray(ones), 1, 300))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(memory.entryCode(allocation.address())).as("nothing is written").isZero();
      assertThatThrownBy(() -> memory.read(allocation.address(), bytes, 0, -1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      Transfers transfers = new Transfers();
      assertThatThrownBy(() -> memory.readBlock(allocation.address() + 8, bytes, 0, transfers))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void manyEntriesAreReadAsOneByOneOrNotAtAll() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(DEVICE)) {
      BuddyAllocation allocation = memory.allocate(70_000, TargetRatio.FOUR);
      SplittableRandom random = new SplittableRandom(3);
      MemorySegment written = MemorySegment.ofArray(EntryData.random(random, 70_000));
      memory.write(allocation.address(), written, 0, 70_000);
      long[] addresses =
          random
              .longs(100, 0, allocation.entries())
              .map(entry -> allocation.address() + 128 * entry)
              .toArray();
      MemorySegment expected = MemorySegment.ofArray(new byte[12_900]);
      Transfers oneByOne = new Transfers();
      for (int i = 0; i < addresses.length; i++) {
        memory.readBlock(addresses[i], expected, 100 + 128L * i, oneByOne);
      }
      MemorySegment actual = MemorySegment.ofArray(new byte[12_900]);
      Transfers transfers = new Transfers();
      memory.readBlocks(addresses, actual, 100, transfers);
      assertThat(actual.mismatch(expected)).isEqualTo(-1);
      assertThat(transfers.reads).isEqualTo(100);
      assertThat(transfers.deviceReads).isEqualTo(oneByOne.deviceReads);
      assertThat(transfers.buddyReads).isEqualTo(oneByOne.buddyReads).isPositive();
      assertThat(transfers.metadataAccesses).isEqualTo(oneByOne.metadataAccesses);

      actual.fill((byte) 7);
      assertThatThrownBy(() -> memory.readBlocks(addresses, actual, 101, transfers))
          .isInstanceOf(IndexOutOfBoundsException.class);
      addresses[99] = allocation.address() + 128 * allocation.entries();
      assertThatThrownBy(() -> memory.readBlocks(addresses, actual, 0, transfers))
          .isInstanceOf(IndexOutOfBoundsException.class);
      addresses[99] = allocation.address() + 4;
      assertThatThrownBy(() -> memory.readBlocks(addresses, actual, 0, transfers))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(actual.toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
      memory.readBlocks(new long[0], actual, 12_900, transfers);
      assertThat(transfers.reads).isEqualTo(100);
    }
  }

  @Test
  void closedMemoryIsGone() {
    BuddyMemory memory = BuddyMemory.ofDevice(DEVICE);
    BuddyAllocation allocation = memory.allocate(1000, TargetRatio.TWO);
    memory.close();
    memory.close();
    MemorySegment bytes = MemorySegment.ofArray(new byte[128]);
    assertThatThrownBy(() -> memory.read(allocation.address(), bytes, 0, 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> memory.allocate(1, TargetRatio.ONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory is closed");
    assertThatThrownBy(() -> memory.free(allocation))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory is closed");
  }

  @Test
  void aChangeOfOneEntryTouchesNoOther() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(DEVICE)) {
      BuddyAllocation allocation = memory.allocate(3 * 128, TargetRatio.TWO);
      byte[] noise = new byte[3 * 128];
      new SplittableRandom(3).nextBytes(noise);
      memory.write(allocation.address(), MemorySegment.ofArray(noise), 0, noise.length);
      Transfers transfers = new Transfers();
      long middle = allocation.address() + 128;
      memory.writeBlock(middle, MemorySegment.ofArray(new byte[128]), 0, transfers);
      assertThat(transfers.deviceSectors() + transfers.buddySectors()).isZero();
      assertThat(memory.entryCode(middle)).isZero();
      memory.writeBlock(middle, MemorySegment.ofArray(noise), 128, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(2);
      assertThat(transfers.buddyWrites).isEqualTo(2);
      assertThat(transfers.overflows).isEqualTo(1);
      assertThat(transfers.buddyAccessFraction()).isEqualTo(0.5);
      byte[] read = new byte[3 * 128];
      memory.read(allocation.address(), MemorySegment.ofArray(read), 0, read.length);
      assertThat(read).isEqualTo(noise);
    }
  }

  /** Every byte of device memory and carve-out, metadata too, before and after single writes. */
  @ParameterizedTest
  @EnumSource(TargetRatio.class)
  void aWriteChangesOnlyTheEntrysOwnPlaces(TargetRatio target) {
    int entries = 300;
    SplittableRandom random = new SplittableRandom(target.deviceBytes());
    try (BuddyMemory memory = BuddyMemory.ofDevice(256 << 10)) {
      memory.allocate(1000, TargetRatio.TWO);
      BuddyAllocation allocation = memory.allocate(entries * 128L, target);
      long metadataBase = memory.config().deviceBytes() - memory.config().metadataBytes();
      Transfers transfers = new Transfers();
      for (int i = 0; i < 500; i++) {
        long address = allocation.address() + 128L * random.nextInt(entries);
        byte[] device = memory.device().toArray(ValueLayout.JAVA_BYTE);
        byte[] carveOut = memory.carveOut().toArray(ValueLayout.JAVA_BYTE);
        byte[] data = EntryData.random(random, 128);
        memory.writeBlock(address, MemorySegment.ofArray(data), 0, transfers);
        copy(memory.device(), memory.deviceAddress(address), target.deviceBytes(), device);
        copy(memory.carveOut(), memory.buddyAddress(address), target.buddyBytes(), carveOut);
        long number = (address - BuddyMemory.HEAP_BASE) / 128;
        int at = (int) (metadataBase + number / 2);
        int others = number % 2 == 0 ? 0xf0 : 0x0f;
        assertThat(memory.device().get(ValueLayout.JAVA_BYTE, at) & others)
            .isEqualTo(device[at] & others);
        copy(memory.device(), at, 1, device);
        assertThat(memory.device().mismatch(MemorySegment.ofArray(device))).isEqualTo(-1);
        assertThat(memory.carveOut().mismatch(MemorySegment.ofArray(carveOut))).isEqualTo(-1);
      }
      assertThat(transfers.overflows).isPositive();
    }
  }

  private static void copy(MemorySegment from, long start, int bytes, byte[] into) {
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, start, into, (int) start, bytes);
  }

  @ParameterizedTest
  @EnumSource(TargetRatio.class)
  void threadsThatUseDifferentEntriesDoNotDisturbEachOther(TargetRatio target) throws Exception {
    int threads = 4;
    int entries = 1000;
    try (BuddyMemory memory = BuddyMemory.ofDevice(DEVICE);
        ExecutorService pool = Executors.newFixedThreadPool(threads + 1)) {
      BuddyAllocation shared = memory.allocate(entries * 128L, target);
      Callable<Void> allocating =
          () -> {
            for (int i = 0; i < 300; i++) {
              memory.free(memory.allocate(1 + i * 1000, TargetRatio.FOUR));
            }
            return null;
          };
      var futures =
          IntStream.range(0, threads)
              .mapToObj(thread -> pool.submit(() -> useEvery(memory, shared, threads, thread)))
              .toList();
      pool.submit(allocating).get();
      for (Future<?> future : futures) {
        future.get();
      }
    }
  }

  private static void useEvery(BuddyMemory memory, BuddyAllocation shared, int step, int first) {
    SplittableRandom random = new SplittableRandom(first);
    byte[][] model = new byte[(int) shared.entries()][128];
    Transfers transfers = new Transfers();
    byte[] read = new byte[128];
    for (int i = 0; i < 40_000; i++) {
      int entry = random.nextInt(model.length / step) * step + first;
      long address = shared.address() + entry * 128L;
      if (random.nextBoolean()) {
        model[entry] = EntryData.random(random, 128);
        memory.writeBlock(address, MemorySegment.ofArray(model[entry]), 0, transfers);
      } else {
        memory.readBlock(address, MemorySegment.ofArray(read), 0, transfers);
        assertThat(Arrays.equals(read, model[entry])).isTrue();
      }
    }
  }
}
