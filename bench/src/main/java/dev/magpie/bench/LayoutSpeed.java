package dev.magpie.bench;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.AttacheMemory;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BlockMemory;
import dev.magpie.memory.layout.LcpMemory;
import dev.magpie.memory.layout.UncompressedMemory;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Prints what an access to each {@link BlockMemory} costs on one core: mixed data, 16 MiB of them,
 * written into memory of zeros, written again, and read, in order and at random.
 */
public final class LayoutSpeed {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final int BLOCKS = 1 << 17;
  private static final int WARM_UPS = 4;

  private final MemorySegment data;
  private final int[] order = new SplittableRandom(1).ints(BLOCKS, 0, BLOCKS).toArray();
  private final Transfers transfers = new Transfers();

  private LayoutSpeed(MemorySegment data) {
    this.data = data;
  }

  /** Measures and prints. */
  public static void main(String[] arguments) {
    System.out.printf(
        "Java %s, %s; medians of %d rounds%n%n",
        Runtime.version(), Codecs.acceleration(), Measurement.ROUNDS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate((long) BLOCKS * GRANULARITY.blockBytes(), 64);
      MixedData.fill(data, 1);
      System.out.println(TextTable.render(new LayoutSpeed(data).table()));
    }
  }

  private Table table() {
    Table.Builder table =
        Table.titled("Memory layouts on one core, by processor time, ns a block of 128 B")
            .text("layout")
            .text("codec")
            .number("first write", 0)
            .number("write", 0)
            .text("range")
            .number("random write", 0)
            .number("read", 0)
            .text("range")
            .number("random read", 0)
            .number("allocated by an access", 2, "B");
    measure("uncompressed", "", () -> new UncompressedMemory(GRANULARITY, BLOCKS), table);
    for (String name : new String[] {"mag-bdi", "bpc"}) {
      BlockCodec codec = Codecs.create(name, GRANULARITY);
      measure(
          "bandwidth",
          name,
          () -> new BandwidthMemory(codec, GRANULARITY, BLOCKS, BandwidthMemory.Metadata.DEFAULT),
          table);
      measure(
          "lcp",
          name,
          () -> new LcpMemory(codec, GRANULARITY, BLOCKS, BlockMetadataCache.Shape.DEFAULT),
          table);
      measure(
          "attache",
          name,
          () -> new AttacheMemory(codec, GRANULARITY, BLOCKS, AttacheMemory.DEFAULT_MARKER),
          table);
    }
    return table.build();
  }

  private void measure(
      String name, String codec, Supplier<BlockMemory> memories, Table.Builder table) {
    double[][] times = new double[5][Measurement.ROUNDS];
    long allocated = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment block = arena.allocate(GRANULARITY.blockBytes(), 64);
      for (int round = -WARM_UPS; round < Measurement.ROUNDS; round++) {
        int index = Math.max(0, round);
        try (BlockMemory memory = memories.get()) {
          times[0][index] = nanoseconds(() -> writeAll(memory));
          long before = Stopwatch.allocatedBytes();
          times[1][index] = nanoseconds(() -> writeAll(memory));
          times[2][index] = nanoseconds(() -> writeAtRandom(memory));
          times[3][index] = nanoseconds(() -> readAll(memory, block));
          times[4][index] = nanoseconds(() -> readAtRandom(memory, block));
          allocated = Stopwatch.allocatedBytes() - before;
        }
      }
    }
    table.row(
        name,
        codec,
        Measurement.of(times[0]).median(),
        Measurement.of(times[1]).median(),
        Measurement.of(times[1]).range(),
        Measurement.of(times[2]).median(),
        Measurement.of(times[3]).median(),
        Measurement.of(times[3]).range(),
        Measurement.of(times[4]).median(),
        allocated / (4.0 * BLOCKS));
  }

  private static double nanoseconds(Runnable accesses) {
    return 1e9 * Stopwatch.processorSeconds(accesses) / BLOCKS;
  }

  private void writeAll(BlockMemory memory) {
    for (int i = 0; i < BLOCKS; i++) {
      memory.write(i, data, (long) i * GRANULARITY.blockBytes(), transfers);
    }
  }

  private void writeAtRandom(BlockMemory memory) {
    for (int i : order) {
      memory.write(i, data, (long) i * GRANULARITY.blockBytes(), transfers);
    }
  }

  private void readAll(BlockMemory memory, MemorySegment block) {
    for (int i = 0; i < BLOCKS; i++) {
      memory.read(i, block, 0, transfers);
    }
  }

  private void readAtRandom(BlockMemory memory, MemorySegment block) {
    for (int i : order) {
      memory.read(i, block, 0, transfers);
    }
  }
}
