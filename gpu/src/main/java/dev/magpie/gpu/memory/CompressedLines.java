package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Lines that are in a compressed memory, whatever its layout. They are written as the program sees
 * them at that time; what a lossy codec makes of them is put back, so that the program sees that
 * from then on. A line that is read has to be what was written. What an access costs is overwritten
 * by the next.
 */
final class CompressedLines implements HeldLines {
  private final LineSpace space;
  private final int burstBytes;
  private final boolean metadataAtHand;
  private final DeviceImage image;
  private final MemoryCounters counters;
  private final Transfers cost = Transfers.withPlaces();
  private final Transfers free = Transfers.free();
  private final MemorySegment line = MemorySegment.ofArray(new byte[LINE_BYTES]);
  private final MemorySegment decoded = MemorySegment.ofArray(new byte[LINE_BYTES]);

  /** Of the last access: cycles or instructions that the codec takes. */
  private int codecCycles;

  private int assistInstructions;

  CompressedLines(
      GpuConfig config,
      LineSpace space,
      int burstBytes,
      DeviceImage image,
      MemoryCounters counters) {
    this.space = space;
    metadataAtHand = config.controller().metadata() == MetadataLookup.AT_HAND;
    this.burstBytes = burstBytes;
    this.image = image;
    this.counters = counters;
  }

  /** Bytes that a burst moves. */
  int burstBytes() {
    return burstBytes;
  }

  LineSpace space() {
    return space;
  }

  int codecCycles() {
    return codecCycles;
  }

  int assistInstructions() {
    return assistInstructions;
  }

  /** Reads a line. */
  Transfers read(int slice, long address) {
    space.select(slice, address);
    cost.reset();
    decode(address, cost);
    space.moves(decoded);
    counters.decompressedBlocks += cost.decodedBlocks;
    count(cost.deviceReads + cost.buddyReads);
    boolean ran = cost.decodedBlocks > 0;
    codecCycles = ran ? space.codec().decompressionCycles(cost) : 0;
    assistInstructions = ran ? space.codec().decompressionInstructions(cost) : 0;
    return cost;
  }

  /** Decodes the selected line, which has to be what was written. */
  private void decode(long address, Transfers transfers) {
    space.memory().readBlock(space.address(), decoded, 0, transfers);
    if (LineDigest.of(decoded) != space.digest()) {
      throw new IllegalStateException(
          "line %#x is decoded to other bytes than were written".formatted(address));
    }
  }

  /** Writes a line as the program sees it now. */
  Transfers write(int slice, long address) {
    space.select(slice, address);
    cost.reset();
    put(address, cost);
    space.moves(line);
    counters.compressedBlocks += cost.encodedBlocks;
    counters.decompressedBlocks += cost.decodedBlocks;
    count(cost.deviceWrites + cost.buddyWrites);
    boolean ran = cost.encodedBlocks > 0;
    codecCycles = ran ? space.codec().compressionCycles(cost) : 0;
    assistInstructions = ran ? space.codec().compressionInstructions(cost) : 0;
    return cost;
  }

  /** Puts a line that is selected where it belongs, as the program sees it now. */
  private void put(long address, Transfers transfers) {
    LineCodec codec = space.codec();
    image.read(address, LINE_BYTES, line, 0);
    boolean mayApproximate = codec.isLossy() && image.isApproximable(address, LINE_BYTES);
    codec.writes(line, mayApproximate);
    space.memory().writeBlock(space.address(), line, 0, transfers);
    if (mayApproximate) {
      space.memory().readBlock(space.address(), decoded, 0, free);
      if (decoded.mismatch(line) >= 0) {
        counters.approximatedBlocks++;
        image.write(address, LINE_BYTES, decoded, 0);
        MemorySegment.copy(decoded, 0, line, 0, LINE_BYTES);
      }
    }
    space.setDigest(LineDigest.of(line));
  }

  /** Takes over what the host has written to a line, at no cost. */
  void load(int slice, long address) {
    space.select(slice, address);
    put(address, free);
  }

  @Override
  public void settle(List<long[]> written) {
    space.settle(written);
  }

  @Override
  public boolean contains(long address) {
    return space.contains(address);
  }

  @Override
  public void check(int slice, long address) {
    space.select(slice, address);
    decode(address, free);
  }

  @Override
  public void peek(int slice, long address, MemorySegment target) {
    space.select(slice, address);
    space.memory().readBlock(space.address(), target, 0, free);
  }

  @Override
  public void close() {
    space.close();
  }

  private void count(long bursts) {
    if (metadataAtHand) {
      cost.forgoMetadata();
    }
    if (cost.relocations > 0) {
      long ofBlock = Math.min(bursts, LINE_BYTES / burstBytes);
      counters.relocations += cost.relocations;
      counters.relocatedBytes += (bursts - ofBlock + cost.deviceReads) * burstBytes;
    }
    counters.addMetadata(cost, burstBytes);
    counters.buddyAccesses += cost.buddyAccesses;
    counters.buddySectorsRead += cost.buddyReads;
    counters.buddySectorsWritten += cost.buddyWrites;
    counters.overflows += cost.overflows;
  }
}
