package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A vector kernel that is too large for the compiler still gives the right sizes, but boxes its
 * vectors and runs several times slower. What it allocates tells.
 */
final class BulkAllocationTest {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BLOCKS = 128;
  private static final int TILES = 256;
  private static final int MOST_PASSES = 2000;

  /** Less than a byte a block, which no boxed vector is. */
  private static final long NOTHING = (long) BLOCKS * TILES;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mag-bdi",
        "mag-bdi:mag=16",
        "mag-bdi:bases=8+4+2",
        "bdi",
        "c-pack",
        "c-pack:entries=32",
        "fpc",
        "bpc",
        "zvc",
        "magpie"
      })
  void sizesManyBlocksInPlaceOnceCompiled(String spec) {
    BlockCodec codec = Codecs.create(spec, Granularity.DEFAULT);
    int[] sizes = new int[BLOCKS];
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate((long) TILES * BLOCKS * codec.blockBytes(), 64);
      fill(memory);
      assertThat(allocatedInTheEnd(() -> sizeAll(codec, memory, sizes))).isLessThan(NOTHING);
    }
  }

  /** From native memory and from the heap, as both have code of their own. */
  @ParameterizedTest
  @ValueSource(strings = {"mag-bdi", "bdi", "bdi:units=b4", "fpc", "bpc", "zvc"})
  void codesManyBlocksInPlaceOnceCompiled(String spec) {
    BulkCodec codec = new BulkCodec(Codecs.create(spec, Granularity.DEFAULT), Granularity.DEFAULT);
    int[] tags = new int[BLOCKS * TILES];
    int[] sizes = new int[tags.length];
    long bytes = (long) Granularity.DEFAULT.blockBytes() * tags.length;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(bytes, 64);
      fill(memory);
      MemorySegment heap = MemorySegment.ofArray(new byte[(int) bytes]);
      MemorySegment coded = arena.allocate(bytes, 64);
      long allocated =
          allocatedInTheEnd(() -> {
            codec.encode(memory, 0, tags, sizes, coded, 0);
            codec.decode(coded, 0, tags, sizes, heap, 0);
            codec.encode(heap, 0, tags, sizes, coded, 0);
            codec.decode(coded, 0, tags, sizes, memory, 0);
          });
      assertThat(allocated).isLessThan(NOTHING);
    }
  }

  /** What a pass allocates when Java has compiled it. */
  private static long allocatedInTheEnd(Runnable pass) {
    long allocated = Long.MAX_VALUE;
    for (int i = 0; i < MOST_PASSES && allocated >= NOTHING; i++) {
      long before = THREAD.getCurrentThreadAllocatedBytes();
      pass.run();
      allocated = THREAD.getCurrentThreadAllocatedBytes() - before;
    }
    return allocated;
  }

  private static void sizeAll(BlockCodec codec, MemorySegment memory, int[] sizes) {
    long tile = (long) sizes.length * codec.blockBytes();
    for (long at = 0; at < memory.byteSize(); at += tile) {
      codec.sizeBits(memory, at, sizes);
    }
  }

  /** Regions of zeros, small numbers, numbers near a base, and anything. */
  private static void fill(MemorySegment memory) {
    SplittableRandom random = new SplittableRandom(1);
    for (long at = 0; at < memory.byteSize(); at += Integer.BYTES) {
      int word =
          switch ((int) (at >>> 12) & 3) {
            case 0 -> 0;
            case 1 -> random.nextInt(32) - 16;
            case 2 -> 0x40000000 + random.nextInt(1 << 13);
            default -> random.nextInt();
          };
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, word);
    }
  }
}
