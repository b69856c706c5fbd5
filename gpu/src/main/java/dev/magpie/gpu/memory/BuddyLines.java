package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;

/**
 * The lines of all controllers that a {@link BuddyMemory} holds. A line's part of device memory
 * lies in the channel of its slice, where the lines of an allocation are packed; metadata are
 * interleaved over all channels as addresses are.
 */
final class BuddyLines implements HeldLines, MetadataCache.Traffic {
  private static final int METADATA_BYTES = MetadataCache.SECTOR_BYTES;

  /** Entries have 4 bits of metadata. */
  private static final int ENTRIES_OF_SECTOR = 2 * METADATA_BYTES;

  private final Placement placement;
  private final DeviceImage image;
  private final MemoryCounters counters;
  private final BuddyParts parts;
  private final int accessBytes;
  private final long channelBytes;
  private final int compressionCycles;
  private final int decompressionCycles;
  private final LineMove move = new LineMove();
  private final WaitingLists awaitedMetadata = new WaitingLists();
  private final Transfers moved = new Transfers();
  private final MemorySegment line = MemorySegment.ofArray(new byte[LINE_BYTES]);
  private final MemorySegment decoded = MemorySegment.ofArray(new byte[LINE_BYTES]);
  private BuddyMemory memory;

  /** Where metadata begin in the memory, and in each channel. */
  private long metadataStart;

  private long tableAddress;

  /**
   * @param buddyConfig of a first memory
   */
  BuddyLines(
      GpuConfig config,
      BuddyConfig buddyConfig,
      Placement placement,
      DeviceImage image,
      BuddyParts parts,
      MemoryCounters counters) {
    this.placement = placement;
    this.image = image;
    this.parts = parts;
    this.counters = counters;
    accessBytes = config.dram().accessBytes();
    channelBytes = config.dram().bytes();
    ClockRatio clocks = new ClockRatio(config.clockMegahertz(), config.dram().clockMegahertz());
    compressionCycles = (int) clocks.toCore(config.buddy().orElseThrow().compressionDramCycles());
    decompressionCycles =
        (int) clocks.toCore(config.buddy().orElseThrow().decompressionDramCycles());
    memory = open(buddyConfig);
  }

  /** A memory whose metadata traffic is seen here. */
  private BuddyMemory open(BuddyConfig config) {
    metadataStart = config.deviceBytes() - config.metadataBytes();
    tableAddress = channelBytes - placement.bytesInChannel(config.metadataBytes());
    return new BuddyMemory(config, this);
  }

  BuddyMemory memory() {
    return memory;
  }

  /** Goes on with another memory, which has the same parts in other places. */
  void moveTo(BuddyConfig config, Mover mover) {
    BuddyMemory before = memory;
    BuddyMemory after = open(config);
    mover.move(before, after);
    memory = after;
    before.close();
  }

  /** Moves all parts from one memory to another. */
  interface Mover {
    void move(BuddyMemory from, BuddyMemory to);
  }

  @Override
  public boolean holds(long address) {
    return parts.find(address) != null;
  }

  private BuddyPart part(long address) {
    BuddyPart part = parts.find(address);
    if (part == null) {
      throw new IllegalStateException("line %#x has no target".formatted(address));
    }
    return part;
  }

  @Override
  public LineMove read(int slice, long address) {
    BuddyPart part = part(address);
    begin(slice, address, part);
    memory.readBlock(part.address(address), decoded, 0, moved);
    if (LineDigest.of(decoded) != part.digest(address)) {
      throw new IllegalStateException(
          "line %#x is decoded to other bytes than were written".formatted(address));
    }
    int code = memory.entryCode(part.address(address));
    boolean isCoded = code != EntryCode.RAW && code != EntryCode.ZERO;
    counters.codedReads.add(EntryCode.sectors(code), codeBytes(code), METADATA_BYTES);
    counters.decompressedBlocks += isCoded ? 1 : 0;
    move((int) moved.deviceReads, (int) moved.buddyReads, isCoded ? decompressionCycles : 0);
    return move;
  }

  @Override
  public LineMove write(int slice, long address) {
    BuddyPart part = part(address);
    begin(slice, address, part);
    image.read(address, LINE_BYTES, line, 0);
    memory.writeBlock(part.address(address), line, 0, moved);
    part.setDigest(address, LineDigest.of(line));
    int code = memory.entryCode(part.address(address));
    counters.codedWrites.add(EntryCode.sectors(code), codeBytes(code), METADATA_BYTES);
    counters.compressedBlocks++;
    move((int) moved.deviceWrites, (int) moved.buddyWrites, compressionCycles);
    move.readsBefore = moved.deviceReads > 0;
    return move;
  }

  private void begin(int slice, long address, BuddyPart part) {
    moved.reset();
    move.begin();
    long entry = (part.address(address) - BuddyMemory.HEAP_BASE) / LINE_BYTES;
    move.firstMetadata = entry / ENTRIES_OF_SECTOR;
    move.lastMetadata = move.firstMetadata;
    int startSlice = placement.slice(part.start);
    long start = placement.inChannel(startSlice, part.start);
    // Where the channel's lines of the part would begin, of which some bytes of each are here.
    long packed =
        start
            + (placement.inChannel(slice, address) - start)
                / LINE_BYTES
                * part.target.deviceBytes();
    move.address = Math.max(0, packed) / accessBytes * accessBytes;
  }

  private void move(int deviceSectors, int buddySectors, int cycles) {
    int bytes = deviceSectors * METADATA_BYTES;
    move.accesses = bytes == 0 ? 0 : -1L >>> (Long.SIZE - Math.ceilDiv(bytes, accessBytes));
    move.buddySectors = buddySectors;
    move.cycles = cycles;
    counters.addMetadata(moved, METADATA_BYTES);
    counters.buddyAccesses += moved.buddyAccesses;
    counters.buddySectorsRead += moved.buddyReads;
    counters.buddySectorsWritten += moved.buddyWrites;
    counters.overflows += moved.overflows;
  }

  private static int codeBytes(int code) {
    return code == EntryCode.TINY ? Long.BYTES : METADATA_BYTES * code;
  }

  /** Takes over what the host has written, at no cost. */
  void load(long address) {
    BuddyPart part = part(address);
    image.read(address, LINE_BYTES, line, 0);
    memory.put(part.address(address), line, 0);
    part.setDigest(address, LineDigest.of(line));
  }

  /** What is held of a line, at no cost. */
  void peek(long address, MemorySegment target) {
    memory.peek(part(address).address(address), target, 0);
  }

  // Metadata move in sectors, numbered from the beginning of the table on.

  @Override
  public void filled(long metadataAddress) {
    move.fetches((metadataAddress - metadataStart) / METADATA_BYTES);
  }

  @Override
  public void writtenBack(long metadataAddress) {
    move.writesBack((metadataAddress - metadataStart) / METADATA_BYTES);
  }

  @Override
  public WaitingLists awaitedMetadata() {
    return awaitedMetadata;
  }

  @Override
  public int metadataChannel(long metadata) {
    return placement.channel(placement.slice(metadata * METADATA_BYTES));
  }

  @Override
  public long metadataAddress(long metadata) {
    long address = metadata * METADATA_BYTES;
    return tableAddress + placement.inChannel(placement.slice(address), address);
  }

  @Override
  public int metadataBytes() {
    return METADATA_BYTES;
  }
}
