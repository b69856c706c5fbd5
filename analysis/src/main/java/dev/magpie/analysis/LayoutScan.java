package dev.magpie.analysis;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BlockMemory;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.snapshot.Contents;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Puts memory into each layout, reads it and writes it again, a window at a time, so that it may be
 * larger than the machine's. Each window begins with a cold metadata cache. Every block that is
 * read is compared with what was put there.
 */
public final class LayoutScan {
  private static final long WINDOW_BYTES = 16 << 20;

  /** Windows are made of whole pages of every layout. */
  private static final int PAGE_BYTES = 4096;

  private final BlockCodec codec;
  private final Granularity granularity;
  private final BlockMetadataCache.Shape cache;
  private final boolean random;
  private final Map<String, LayoutSpec> layouts;
  private final Map<String, Totals> totals = new LinkedHashMap<>();

  /** Sums over windows. */
  private static final class Totals {
    long dataBytes;
    long deviceBytes;
    long metadataBytes;
    final Transfers reads = new Transfers();
    final Transfers writes = new Transfers();

    LayoutTraffic traffic(String layout, int burstBytes) {
      return new LayoutTraffic(
          layout,
          burstBytes,
          dataBytes,
          deviceBytes,
          metadataBytes,
          (double) dataBytes / (deviceBytes + metadataBytes),
          LayoutTraffic.Moved.of(reads),
          LayoutTraffic.Moved.of(writes));
    }
  }

  /**
   * @param layouts by the names that they have in the result
   * @param random whether blocks are accessed at random, and not in order
   * @throws IllegalArgumentException if a layout is not defined for such blocks
   */
  public LayoutScan(
      Map<String, LayoutSpec> layouts,
      BlockCodec codec,
      Granularity granularity,
      BlockMetadataCache.Shape cache,
      boolean random) {
    this.layouts = new LinkedHashMap<>(layouts);
    this.codec = codec;
    this.granularity = granularity;
    this.cache = cache;
    this.random = random;
    layouts.forEach((name, layout) -> {
      totals.put(name, new Totals());
      layout.create(codec, granularity, PAGE_BYTES / granularity.blockBytes(), cache).close();
    });
  }

  /**
   * Adds an allocation. What is elsewhere is read a window at a time, and not kept.
   *
   * @param progress is told bytes that are done
   */
  public void add(Contents contents, LongConsumer progress) {
    for (long at = 0; at < contents.byteSize(); at += WINDOW_BYTES) {
      long bytes = Math.min(WINDOW_BYTES, contents.byteSize() - at);
      long padded = Math.ceilDiv(bytes, PAGE_BYTES) * PAGE_BYTES;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment window = arena.allocate(padded, 64);
        contents.read(at, window.asSlice(0, bytes));
        layouts.forEach((name, layout) -> {
          try (BlockMemory under =
              layout.create(codec, granularity, padded / granularity.blockBytes(), cache)) {
            run(under, window, bytes, totals.getOrDefault(name, new Totals()));
          }
        });
      }
      progress.accept(bytes);
    }
  }

  private void run(BlockMemory memory, MemorySegment window, long bytes, Totals totals) {
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

  /** Whether something moved to or from buddy memory. */
  public boolean hasBuddyMemory() {
    return totals.values().stream()
        .anyMatch(each -> each.reads.buddySectors() + each.writes.buddySectors() > 0);
  }

  /** What came out for each layout. */
  public List<LayoutTraffic> results() {
    return totals.entrySet().stream()
        .map(each -> each.getValue().traffic(each.getKey(), granularity.magBytes()))
        .toList();
  }
}
