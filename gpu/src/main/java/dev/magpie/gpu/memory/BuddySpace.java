package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static java.util.Objects.requireNonNull;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.BuddyParts.Range;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.AllocationFailedException;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One Buddy memory for all controllers, whose lines have target ratios: made before the first
 * request of a kernel, as large as what is then allocated needs; it grows with what is allocated
 * later. A line's part of device memory lies in the channel of its slice, where the lines of an
 * allocation are packed; metadata are interleaved over all channels as addresses are.
 */
final class BuddySpace implements LineSpace {
  private static final int MAX_RATIO = BuddyConfig.DEFAULT_MAX_RATIO;
  private static final long PAGE_BYTES = PageSize.KIB_64.bytes();
  private static final int SECTOR_BYTES = MetadataCache.SECTOR_BYTES;

  private final GpuConfig config;
  private final Compression compression;
  private final DeviceImage image;
  private final LinePlacement placement;
  private final MemoryCounters counters;
  private final CompressedLines lines;
  private final LineCodec codec;

  /** What the memory has entries coded by, once there is one. */
  private @Nullable ControllerCodec adapting;

  private final AwaitedMetadata awaited = new AwaitedMetadata();
  private final BuddyParts parts = new BuddyParts();
  private @Nullable BuddyMemory memory;

  /** Where metadata begin in the memory, and in each channel. */
  private long metadataStart;

  private long tableAddress;

  /** Of the selected line. */
  private @Nullable BuddyPart part;

  private long line;
  private int slice;

  /**
   * @throws IllegalArgumentException if the GPU has no buddy memory, or its metadata caches cannot
   *     be its slices
   */
  BuddySpace(
      GpuConfig config,
      Compression compression,
      DeviceImage image,
      LinePlacement placement,
      MemoryCounters counters) {
    this.config = config;
    this.compression = compression;
    this.image = image;
    this.placement = placement;
    this.counters = counters;
    if (config.buddy().isEmpty()) {
      throw new IllegalArgumentException(
          config.name() + " has no buddy memory: no [buddy] section, as p100 has one");
    }
    codec =
        new FixedCycles(
            compression.compressionCycles(config), compression.decompressionCycles(config));
    lines = new CompressedLines(config, this, compression.magBytes(), image, counters);
    metadataCache(config.controller());
  }

  /** What a line takes, whichever code one that adapts has chosen: entries do not tell. */
  private final class FixedCycles implements LineCodec {
    private final int compression;
    private final int decompression;

    FixedCycles(int compression, int decompression) {
      this.compression = compression;
      this.decompression = decompression;
    }

    @Override
    public void writes(MemorySegment written, boolean mayApproximate) {
      requireNonNull(adapting, "nothing was settled yet").writes(written, mayApproximate);
    }

    @Override
    public int compressionCycles(Transfers cost) {
      return compression;
    }

    @Override
    public int decompressionCycles(Transfers cost) {
      return decompression;
    }
  }

  private static MetadataCache.Shape metadataCache(ControllerConfig controller) {
    return new MetadataCache.Shape(
        controller.controllers(),
        controller.metadataCache().bytes(),
        controller.metadataCache().ways());
  }

  CompressedLines lines() {
    return lines;
  }

  @Override
  public boolean contains(long address) {
    return parts.find(address) != null;
  }

  @Override
  public boolean movesAllWhole() {
    return false;
  }

  @Override
  public void select(int ofSlice, long address) {
    slice = ofSlice;
    line = address;
    part = parts.find(address);
  }

  private BuddyPart part() {
    return requireNonNull(part, "the selected line has no target");
  }

  private BuddyMemory open() {
    return requireNonNull(memory, "nothing was settled yet");
  }

  @Override
  public CompressedMemory memory() {
    return open();
  }

  @Override
  public long address() {
    return part().address(line);
  }

  @Override
  public int digest() {
    return part().digest(line);
  }

  @Override
  public void setDigest(int digest) {
    part().setDigest(line, digest);
  }

  @Override
  public LineCodec codec() {
    return codec;
  }

  @Override
  public int channel(long place) {
    return placement.channel(
        place >= metadataStart ? placement.slice(place - metadataStart) : slice);
  }

  @Override
  public long inChannel(long place) {
    if (place >= metadataStart) {
      long address = place - metadataStart;
      return tableAddress + placement.inChannel(placement.slice(address), address);
    }
    BuddyPart selected = part();
    int entryBytes = selected.target.deviceBytes();
    long start = placement.inChannel(placement.slice(selected.start), selected.start);
    // The part's lines in this channel are packed: the n-th begins n entries of the target's size
    // after its first.
    long packed = start + (placement.inChannel(slice, line) - start) / LINE_BYTES * entryBytes;
    long entry = selected.deviceStart + (line - selected.start) / LINE_BYTES * entryBytes;
    return Math.max(0, packed) / SECTOR_BYTES * SECTOR_BYTES + (place - (entry & -SECTOR_BYTES));
  }

  @Override
  public long contiguousBytes(long place) {
    return place >= metadataStart ? SECTOR_BYTES : LINE_BYTES;
  }

  @Override
  public AwaitedMetadata awaitedMetadata(int controller) {
    return awaited;
  }

  @Override
  public void settle(List<long[]> written) {
    Map<Boolean, List<Range>> ranges =
        BuddyParts.wanted(compression, image).stream()
            .collect(Collectors.partitioningBy(this::isCompressed));
    List<Range> wanted = ranges.getOrDefault(true, List.of());
    long asTheyAre = ranges.getOrDefault(false, List.of()).stream().mapToLong(Range::bytes).sum();
    if (memory == null) {
      begin(wanted);
    }
    forget(wanted);
    for (long[] range : written) {
      for (BuddyPart each : parts.all()) {
        load(Math.max(range[0], each.start), Math.min(range[1], each.end));
      }
    }
    wanted.forEach(this::takeOver);
    counters.buddyDeviceBytes =
        asTheyAre + parts.all().stream().mapToLong(each -> each.allocation.deviceBytes()).sum();
    counters.buddyCoveredBytes =
        asTheyAre + parts.all().stream().mapToLong(each -> each.end - each.start).sum();
  }

  /**
   * An allocation whose own target is 1 says so in its page-table entries, and moves by sectors as
   * memory without compression does (Buddy paper, section III, "Address Translation").
   */
  private boolean isCompressed(Range range) {
    return compression.targets().isEmpty() || range.target() != TargetRatio.ONE;
  }

  private void begin(List<Range> wanted) {
    BlockCodec made =
        CodecTraining.codec(
            compression.codec(), new Granularity(LINE_BYTES, compression.magBytes()), image);
    adapting = new ControllerCodec(compression, made, config);
    memory =
        open(
            BuddyConfig.ofDevice(deviceBytes(wanted))
                .withCodec(adapting)
                .withMetadataCache(metadataCache(config.controller())));
  }

  private BuddyMemory open(BuddyConfig of) {
    metadataStart = of.deviceBytes() - of.metadataBytes();
    tableAddress = config.dram().bytes() - placement.bytesInChannel(of.metadataBytes());
    return new BuddyMemory(of);
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
  private void forget(List<Range> wanted) {
    for (BuddyPart each : List.copyOf(parts.all())) {
      if (wanted.stream()
          .noneMatch(range -> range.start() <= each.start && range.end() >= each.end)) {
        parts.remove(each);
        open().free(each.allocation);
      }
    }
  }

  /** Makes room for what a range has that no part has yet, and takes its bytes over. */
  private void takeOver(Range range) {
    long start = range.start();
    for (BuddyPart each : parts.all()) {
      if (each.start <= start && each.end > start) {
        start = each.end;
      }
    }
    if (start < range.end()) {
      BuddyAllocation allocation = allocate(range.end() - start, range);
      BuddyPart made = new BuddyPart(start, range.end(), range.target());
      made.moveTo(allocation, open());
      parts.add(made);
      load(start, range.end());
    }
  }

  private BuddyAllocation allocate(long bytes, Range range) {
    while (true) {
      try {
        return open().allocate(bytes, range.target());
      } catch (AllocationFailedException _) {
        grow();
      }
    }
  }

  /** Goes on with a memory twice as large, which has the same parts in other places. */
  private void grow() {
    BuddyMemory from = open();
    BuddyMemory to = open(from.config().withDeviceBytes(2 * from.config().deviceBytes()));
    MemorySegment entry = MemorySegment.ofArray(new byte[LINE_BYTES]);
    Transfers free = Transfers.free();
    for (BuddyPart each : parts.all()) {
      BuddyAllocation moved = to.allocate(each.end - each.start, each.target);
      for (long at = 0; at < each.end - each.start; at += LINE_BYTES) {
        from.readBlock(each.allocation.address() + at, entry, 0, free);
        to.writeBlock(moved.address() + at, entry, 0, free);
      }
      each.moveTo(moved, to);
    }
    memory = to;
    from.close();
  }

  private void load(long from, long to) {
    for (long each = from / LINE_BYTES * LINE_BYTES; each < to; each += LINE_BYTES) {
      lines.load(placement.slice(each), each);
    }
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    if (adapting != null) {
      adapting.setLatencyTolerance(cycles);
    }
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
