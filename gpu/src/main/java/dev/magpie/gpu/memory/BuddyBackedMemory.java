package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.BuddyParts.Range;
import dev.magpie.memory.buddy.AllocationFailedException;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory whose lines have target ratios: made before the first request of a kernel, as large as
 * what is then allocated needs; it grows with what is allocated later.
 */
final class BuddyBackedMemory implements HeldMemory {
  private static final int MAX_RATIO = BuddyConfig.DEFAULT_MAX_RATIO;
  private static final long PAGE_BYTES = PageSize.KIB_64.bytes();

  private final GpuConfig config;
  private final BuddyCompression compression;
  private final DeviceImage image;
  private final Placement placement;
  private final Controllers controllers;
  private final MemoryCounters counters;
  private final BuddyParts parts = new BuddyParts();
  private @Nullable BuddyLines lines;

  /** Ranges that the host has written since they were taken over: from, to. */
  private final List<long[]> written = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if the GPU has no buddy memory, or its metadata caches cannot
   *     be its slices
   */
  BuddyBackedMemory(
      GpuConfig config,
      BuddyCompression compression,
      DeviceImage image,
      Placement placement,
      Controllers controllers,
      MemoryCounters counters) {
    this.config = config;
    this.compression = compression;
    this.image = image;
    this.placement = placement;
    this.controllers = controllers;
    this.counters = counters;
    if (config.buddy().isEmpty()) {
      throw new IllegalArgumentException(config.name() + " has no buddy memory");
    }
    metadataCache(config.controller());
  }

  private static MetadataCache.Shape metadataCache(ControllerConfig controller) {
    return new MetadataCache.Shape(
        controller.controllers(),
        controller.metadataCache().bytes(),
        controller.metadataCache().ways());
  }

  @Override
  public void hostWrote(long address, long bytes) {
    written.add(new long[] {address, address + bytes});
  }

  @Override
  public void settle() {
    List<Range> wanted = BuddyParts.wanted(compression.targets(), image);
    BuddyLines all = lines;
    if (all == null) {
      all = begin(wanted);
    }
    forget(all, wanted);
    for (long[] range : written) {
      for (BuddyPart part : parts.all()) {
        load(all, Math.max(range[0], part.start), Math.min(range[1], part.end));
      }
    }
    written.clear();
    for (Range each : wanted) {
      takeOver(all, each);
    }
    counters.buddyDeviceBytes =
        parts.all().stream().mapToLong(each -> each.allocation.deviceBytes()).sum();
    counters.buddyCoveredBytes =
        parts.all().stream().mapToLong(each -> each.end - each.start).sum();
  }

  private BuddyLines begin(List<Range> wanted) {
    BlockCodec codec =
        CodecTraining.codec(
            compression.codec(), new Granularity(LINE_BYTES, compression.magBytes()), image);
    BuddyConfig first =
        BuddyConfig.ofDevice(deviceBytes(wanted))
            .withCodec(codec)
            .withMetadataCache(metadataCache(config.controller()));
    BuddyLines made = new BuddyLines(config, first, placement, image, parts, counters);
    for (int i = 0; i < controllers.count(); i++) {
      controllers.controller(i).hold(made);
    }
    lines = made;
    return made;
  }

  /** Device memory that has room for ranges, their metadata, and as much again. */
  private static long deviceBytes(List<Range> wanted) {
    long pages = 1;
    long device = 0;
    long buddy = 0;
    for (Range each : wanted) {
      pages += Math.ceilDiv(each.bytes(), PAGE_BYTES);
      device += each.bytes() / LINE_BYTES * each.target().deviceBytes();
      buddy +=
          Math.ceilDiv(each.bytes(), PAGE_BYTES)
              * PAGE_BYTES
              / LINE_BYTES
              * each.target().buddyBytes();
    }
    long needed =
        Math.max(
            Math.max(pages * PAGE_BYTES / MAX_RATIO, buddy / (MAX_RATIO - 1)),
            device + device / 32);
    return Math.ceilDiv(2 * needed, PAGE_BYTES) * PAGE_BYTES;
  }

  /** Gives back what is no longer allocated. */
  private void forget(BuddyLines all, List<Range> wanted) {
    for (BuddyPart part : List.copyOf(parts.all())) {
      if (wanted.stream().noneMatch(each -> each.start() <= part.start && each.end() >= part.end)) {
        parts.remove(part);
        all.memory().free(part.allocation);
      }
    }
  }

  /** Makes room for what a range has that no part has yet, and takes its bytes over. */
  private void takeOver(BuddyLines all, Range range) {
    long start = range.start();
    for (BuddyPart part : parts.all()) {
      if (part.start <= start && part.end > start) {
        start = part.end;
      }
    }
    if (start < range.end()) {
      parts.add(
          new BuddyPart(
              start, range.end(), range.target(), allocate(all, range.end() - start, range)));
      load(all, start, range.end());
    }
  }

  private BuddyAllocation allocate(BuddyLines all, long bytes, Range range) {
    while (true) {
      try {
        return all.memory().allocate(bytes, range.target());
      } catch (AllocationFailedException _) {
        BuddyConfig old = all.memory().config();
        BuddyConfig larger =
            new BuddyConfig(
                2 * old.deviceBytes(),
                old.maxRatio(),
                old.codec(),
                old.pageSize(),
                old.metadataCache(),
                old.buddyBase());
        all.moveTo(larger, this::move);
      }
    }
  }

  private void move(BuddyMemory from, BuddyMemory to) {
    MemorySegment entry = MemorySegment.ofArray(new byte[LINE_BYTES]);
    for (BuddyPart part : parts.all()) {
      BuddyAllocation moved = to.allocate(part.end - part.start, part.target);
      for (long at = 0; at < part.end - part.start; at += LINE_BYTES) {
        from.peek(part.allocation.address() + at, entry, 0);
        to.put(moved.address() + at, entry, 0);
      }
      part.allocation = moved;
    }
  }

  private static void load(BuddyLines all, long from, long to) {
    for (long line = from / LINE_BYTES * LINE_BYTES; line < to; line += LINE_BYTES) {
      all.load(line);
    }
  }

  private BuddyLines lines() {
    BuddyLines all = lines;
    if (all == null) {
      throw new IllegalStateException("nothing was settled yet");
    }
    return all;
  }

  @Override
  public void held(long line, MemorySegment target) {
    lines().peek(line, target);
  }

  @Override
  public void close() {
    if (lines != null) {
      lines.memory().close();
    }
  }
}
