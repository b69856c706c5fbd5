package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a layout has from {@link BlockMemory}, and layouts that keep blocks as they are. */
class RawMemoryTest {
  private static MemorySegment block() {
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    block.fill((byte) 7);
    return block;
  }

  private static BlockMemory memory(String layout, long blocks) {
    Granularity granularity = Granularity.DEFAULT;
    return Layouts.create(layout, Codecs.create("none", granularity), granularity, blocks);
  }

  /** A layout that keeps nothing, and shows what it reserves. */
  private static final class Reserving extends BlockMemory {
    final List<MemorySegment> reserved = new ArrayList<>();

    Reserving() {
      super(Granularity.DEFAULT, 4);
    }

    MemorySegment more(long bytes) {
      reserved.add(reserve(bytes));
      return reserved.getLast();
    }

    MemorySegment larger(MemorySegment memory, long bytes) {
      return enlarge(memory, bytes);
    }

    @Override
    protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {}

    @Override
    protected void store(long block, MemorySegment source, long offset, Transfers transfers) {}

    @Override
    protected void resize(long toBlocks) {}

    @Override
    public long dataBytes() {
      return 0;
    }

    @Override
    public long metadataBytes(long ofBlocks) {
      return 3 * ofBlocks;
    }
  }

  @Test
  void reservedMemoryIsZeroAndLivesUntilTheLayoutIsClosed() {
    Reserving memory = new Reserving();
    MemorySegment one = memory.more(100);
    MemorySegment other = memory.more(200);
    assertThat(one.byteSize()).isEqualTo(100);
    assertThat(one.mismatch(MemorySegment.ofArray(new byte[100]))).isEqualTo(-1);
    memory.close();
    assertThat(one.scope().isAlive()).isFalse();
    assertThat(other.scope().isAlive()).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> memory.more(100))
        .withMessage("the memory is closed");
  }

  @Test
  void enlargedMemoryHasTheSameBytesAndThenZeros() {
    try (Reserving memory = new Reserving()) {
      MemorySegment small = memory.more(128);
      small.fill((byte) 7);
      assertThat(memory.larger(small, 128)).isSameAs(small);
      assertThat(memory.larger(small, 1)).isSameAs(small);
      MemorySegment large = memory.larger(small, 256);
      assertThat(large.byteSize()).isEqualTo(256);
      assertThat(large.asSlice(0, 128).mismatch(block())).isEqualTo(-1);
      assertThat(large.get(ValueLayout.JAVA_LONG, 128)).isZero();
      assertThat(small.scope().isAlive()).as("what it was before").isFalse();
      assertThat(large.scope().isAlive()).isTrue();
    }
  }

  /** Nobody closes a memory whose constructor fails. */
  @Test
  void memoryThatTheMachineLacksLeavesNothingReserved() {
    Reserving memory = new Reserving();
    MemorySegment before = memory.more(128);
    assertThatThrownBy(() -> memory.more(1L << 50)).isInstanceOf(OutOfMemoryError.class);
    assertThat(before.scope().isAlive()).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> memory.more(128));
  }

  @Test
  void metadataAreThoseOfItsBlocks() {
    try (Reserving memory = new Reserving()) {
      assertThat(memory.metadataBytes()).isEqualTo(12);
      memory.grow(4);
      memory.grow(5);
      assertThat(memory.metadataBytes()).isEqualTo(15);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void aMemoryHasABlock(long blocks) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory("uncompressed", blocks))
        .withMessage("a memory has at least 1 block, not " + blocks);
    memory("uncompressed", 1).close();
  }

  @Test
  void memoryDoesNotShrink() {
    try (BlockMemory memory = memory("uncompressed", 4)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> memory.grow(3))
          .withMessage("a memory of 4 blocks does not grow to 3");
      assertThat(memory.blocks()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "lcp", "buddy", "attache", "bandwidth-only", "unified"})
  void addressesAreNumbersTimesTheBlockSize(String layout) {
    try (BlockMemory memory = memory(layout, 64)) {
      Transfers transfers = new Transfers();
      memory.writeBlock(3 * 128, block(), 0, transfers);
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      memory.read(3, target, 0, transfers);
      assertThat(target.mismatch(block())).isEqualTo(-1);
      target.fill((byte) 0);
      memory.readBlock(3 * 128, target, 0, transfers);
      assertThat(target.mismatch(block())).isEqualTo(-1);
      assertThat(transfers.reads).isEqualTo(2);
      assertThat(transfers.writes).isEqualTo(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> memory.writeBlock(0x141, block(), 0, transfers))
          .withMessage("address 0x141 is not that of a block");
    }
  }

  @Test
  void loadsAreCheckedBeforeAnythingIsWritten() {
    try (BlockMemory memory = memory("uncompressed", 4)) {
      MemorySegment source = MemorySegment.ofArray(new byte[384]);
      source.fill((byte) 7);
      assertThatThrownBy(() -> memory.load(3, 2, source, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> memory.load(0, 3, source, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      MemorySegment target = block();
      memory.read(0, target, 0, Transfers.free());
      assertThat(target.mismatch(MemorySegment.ofArray(new byte[128]))).isEqualTo(-1);
      memory.load(1, 3, source, 0);
      memory.read(3, target, 0, Transfers.free());
      assertThat(target.mismatch(block())).isEqualTo(-1);
    }
  }

  @Test
  void aBlockMovesAsAWholeWithoutCompression() {
    try (BlockMemory memory = memory("uncompressed", 4)) {
      Transfers transfers = Transfers.withPlaces();
      memory.write(3, block(), 0, transfers);
      memory.read(3, block(), 0, transfers);
      assertThat(transfers.deviceWrites).isEqualTo(4);
      assertThat(transfers.deviceReads).isEqualTo(4);
      assertThat(transfers.codeBytes).isEqualTo(256);
      assertThat(transfers.places().address(0)).isEqualTo(384);
      assertThat(transfers.places().address(1)).isEqualTo(384);
      assertThat(memory.dataBytes()).isEqualTo(512);
      assertThat(memory.metadataBytes()).isZero();
    }
  }

  /** Of each block of 128 bytes, 64 have their place in device memory; metadata are 4 bits. */
  @Test
  void buddyMemoryTakesWhatItsTargetPromises() {
    BlockMemory memory = memory("buddy:target=2", 1024);
    assertThat(memory.dataBytes()).isEqualTo(64 * 1024);
    assertThat(memory.metadataBytes()).isEqualTo(512);
    memory.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> memory.write(0, block(), 0, new Transfers()));
  }

  /** 512 MiB, with as much beside the device. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void buddyMemoryThatGrowsGivesBackWhatItHad() throws IOException {
    long before = mappedKilobytes();
    try (BlockMemory memory = memory("buddy", 1 << 22)) {
      long mapped = mappedKilobytes() - before;
      assertThat(mapped).isGreaterThan(1_000_000);
      memory.grow((1 << 22) + 1024);
      assertThat(mappedKilobytes() - before - mapped).isLessThan(500_000);
    }
  }

  private static long mappedKilobytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmSize:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aBlockOfPinnedMemoryMovesOverTheLink() {
    try (BlockMemory memory = memory("pinned", 4)) {
      Transfers transfers = new Transfers();
      memory.write(3, block(), 0, transfers);
      assertThat(transfers.buddyWrites).isEqualTo(4);
      assertThat(transfers.buddyAccesses).isEqualTo(1);
      assertThat(transfers.codeBytes).isEqualTo(128);
      MemorySegment target = MemorySegment.ofArray(new byte[128]);
      memory.read(3, target, 0, transfers);
      assertThat(target.mismatch(block())).isEqualTo(-1);
      assertThat(transfers.buddyReads).isEqualTo(4);
      assertThat(transfers.buddyAccesses).isEqualTo(2);
      assertThat(transfers.codeBytes).isEqualTo(256);
      assertThat(transfers.deviceSectors()).isZero();
      assertThat(memory.dataBytes()).isZero();
      assertThat(memory.metadataBytes()).isZero();
    }
  }
}
