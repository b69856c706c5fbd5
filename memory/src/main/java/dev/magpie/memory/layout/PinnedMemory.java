package dev.magpie.memory.layout;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Memory of the host that the device reads and writes where it is: every access moves the whole
 * block over the link (Buddy paper, section IV-C).
 */
public final class PinnedMemory extends BlockMemory {
  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "pinned",
          "Every block as it is, in memory of the host",
          "Buddy paper, section IV-C",
          32,
          0,
          List.of(),
          (_, _, granularity, blocks, _) -> new PinnedMemory(granularity, blocks));

  private MemorySegment memory;

  /** Memory of zeros. */
  public PinnedMemory(Granularity granularity, long blocks) {
    super(granularity, blocks);
    memory = reserve(blocks * blockBytes);
  }

  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    transfers.buddyReads += rawBursts;
    transfers.buddyAccesses++;
    transfers.codeBytes += blockBytes;
    MemorySegment.copy(memory, block * blockBytes, target, offset, blockBytes);
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    transfers.buddyWrites += rawBursts;
    transfers.buddyAccesses++;
    transfers.codeBytes += blockBytes;
    MemorySegment.copy(source, offset, memory, block * blockBytes, blockBytes);
  }

  /** None: all is the host's. */
  @Override
  public long dataBytes() {
    return 0;
  }

  @Override
  protected void resize(long toBlocks) {
    memory = enlarge(memory, toBlocks * blockBytes);
  }

  @Override
  public long metadataBytes(long ofBlocks) {
    return 0;
  }
}
