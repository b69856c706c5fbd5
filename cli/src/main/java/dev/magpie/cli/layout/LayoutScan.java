package dev.magpie.cli.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.AttacheMemory;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BlockMemory;
import dev.magpie.memory.layout.LcpMemory;
import dev.magpie.memory.layout.UncompressedMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Puts memory into each layout, reads it and writes it again, a window at a time, so that it may be
 * larger than the machine's. Each window begins with a cold metadata cache.
 */
final class LayoutScan {
  private static final long WINDOW_BYTES = 16 << 20;
  private static final int PAGE_BYTES = 4096;

  /** Base and mask of the MAG paper's codec, of 4-byte words, in a block of 128 B. */
  private static final int HEAD_BYTES = 8;

  private final Granularity granularity;
  private final boolean random;
  private final Map<String, LongFunction<BlockMemory>> layouts = new LinkedHashMap<>();
  private final Map<String, LayoutResult.Totals> totals = new LinkedHashMap<>();

  /**
   * @param bitsPerBlock of metadata in a bandwidth-only memory; 0 for as many as needed
   * @param random whether blocks are accessed at random, and not in order
   */
  LayoutScan(
      BlockCodec codec,
      Granularity granularity,
      BlockMetadataCache.Shape cache,
      int bitsPerBlock,
      boolean random) {
    this.granularity = granularity;
    this.random = random;
    layouts.put("uncompressed", blocks -> new UncompressedMemory(granularity, blocks));
    layouts.put(
        "bandwidth-only",
        blocks ->
            new BandwidthMemory(
                codec, granularity, blocks, new BandwidthMemory.Metadata(cache, bitsPerBlock, 0)));
    layouts.put(
        "bandwidth-only, 8 B more metadata",
        blocks ->
            new BandwidthMemory(
                codec,
                granularity,
                blocks,
                new BandwidthMemory.Metadata(cache, bitsPerBlock, HEAD_BYTES)));
    if (granularity.blockBytes() >= 64) {
      layouts.put("lcp", blocks -> new LcpMemory(codec, granularity, blocks, cache));
    }
    layouts.put(
        "attache",
        blocks -> new AttacheMemory(codec, granularity, blocks, AttacheMemory.DEFAULT_MARKER));
    layouts.keySet().forEach(name -> totals.put(name, new LayoutResult.Totals()));
  }

  /** Adds an allocation. */
  void add(MemorySegment memory, LongConsumer progress) {
    for (long at = 0; at < memory.byteSize(); at += WINDOW_BYTES) {
      long bytes = Math.min(WINDOW_BYTES, memory.byteSize() - at);
      long padded = Math.ceilDiv(bytes, PAGE_BYTES) * PAGE_BYTES;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment window = arena.allocate(padded, 64);
        MemorySegment.copy(memory, at, window, 0, bytes);
        layouts.forEach((name, layout) -> {
          try (BlockMemory under = layout.apply(padded / granularity.blockBytes())) {
            run(under, window, bytes, totals.getOrDefault(name, new LayoutResult.Totals()));
          }
        });
      }
      progress.accept(bytes);
    }
  }

  private void run(
      BlockMemory memory, MemorySegment window, long bytes, LayoutResult.Totals totals) {
    int blockBytes = granularity.blockBytes();
    memory.load(0, memory.blocks(), window, 0);
    totals.dataBytes += window.byteSize();
    totals.deviceBytes += memory.dataBytes();
    totals.metadataBytes += memory.metadataBytes();
    long blocks = Math.ceilDiv(bytes, blockBytes);
    SplittableRandom choice = new SplittableRandom(1);
    MemorySegment copy = MemorySegment.ofArray(new byte[blockBytes]);
    for (long i = 0; i < blocks; i++) {
      long block = random ? choice.nextLong(blocks) : i;
      long at = block * blockBytes;
      memory.read(block, copy, 0, totals.reads);
      if (MemorySegment.mismatch(window, at, at + blockBytes, copy, 0, blockBytes) >= 0) {
        throw new IllegalStateException("block %d was read as another".formatted(block));
      }
    }
    for (long i = 0; i < blocks; i++) {
      long block = random ? choice.nextLong(blocks) : i;
      memory.write(block, window, block * blockBytes, totals.writes);
    }
  }

  /** What came out for each layout. */
  List<LayoutResult> results() {
    return totals.entrySet().stream()
        .map(each ->
            new LayoutResult(
                each.getKey(),
                granularity.magBytes(),
                granularity.granulesPerBlock(),
                each.getValue()))
        .toList();
  }
}
