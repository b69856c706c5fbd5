package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads and writes of blocks that a page has room for, once compiled, allocate nothing. */
final class BlockMemoryAllocationTest {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BLOCKS = 1 << 13;
  private static final int MOST_PASSES = 300;

  static Stream<Named<BlockMemory>> memories() {
    Granularity granularity = Granularity.DEFAULT;
    BlockCodec codec = Codecs.create("mag-bdi", granularity);
    BlockMetadataCache.Shape shape = BlockMetadataCache.Shape.DEFAULT;
    return Stream.of(
            new UncompressedMemory(granularity, BLOCKS),
            new BandwidthMemory(codec, granularity, BLOCKS, BandwidthMemory.Metadata.DEFAULT),
            new BandwidthMemory(codec, granularity, BLOCKS, BandwidthMemory.Metadata.of(shape, 8)),
            new LcpMemory(codec, granularity, BLOCKS, shape),
            new AttacheMemory(codec, granularity, BLOCKS, AttacheMemory.DEFAULT_MARKER))
        .map(memory -> Named.of(memory.getClass().getSimpleName(), memory));
  }

  @ParameterizedTest
  @MethodSource("memories")
  void readsAndWritesInPlace(BlockMemory memory) {
    MemorySegment data = data();
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    Transfers transfers = new Transfers();
    long allocated = Long.MAX_VALUE;
    for (int pass = 0; pass < MOST_PASSES && allocated > 0; pass++) {
      long before = THREAD.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < BLOCKS; i++) {
        memory.write(i, data, 128L * i, transfers);
        memory.read(i, block, 0, transfers);
      }
      allocated = THREAD.getCurrentThreadAllocatedBytes() - before;
    }
    memory.close();
    assertThat(allocated).as("bytes in the last pass over %d blocks", BLOCKS).isZero();
  }

  /** Regions of zeros, small numbers, numbers near a base, and anything; one block in 32 stray. */
  private static MemorySegment data() {
    SplittableRandom random = new SplittableRandom(1);
    MemorySegment data = MemorySegment.ofArray(new byte[128 * BLOCKS]);
    for (int at = 0; at < 128 * BLOCKS; at += Integer.BYTES) {
      int kind = at / 128 % 32 == 7 ? 3 : at >>> 14 & 3;
      int word =
          switch (kind) {
            case 0 -> 0;
            case 1 -> random.nextInt(32) - 16;
            case 2 -> 0x40000000 + random.nextInt(1 << 13);
            default -> random.nextInt();
          };
      data.set(ValueLayout.JAVA_INT_UNALIGNED, at, word);
    }
    return data;
  }
}
