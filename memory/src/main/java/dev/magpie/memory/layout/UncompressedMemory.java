package dev.magpie.memory.layout;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The baseline: every access moves the whole block, and there are no metadata. */
public final class UncompressedMemory extends BlockMemory {
  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "uncompressed",
          "Every block as it is",
          "the baseline",
          32,
          0,
          List.of(),
          (_, _, granularity, blocks, _) -> new UncompressedMemory(granularity, blocks));

  private MemorySegment memory;

  /** Memory of zeros. */
  public UncompressedMemory(Granularity granularity, long blocks) {
    super(granularity, blocks);
    memory = reserve(blocks * blockBytes);
  }

  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    transfers.readDevice(block * blockBytes, rawBursts);
    transfers.codeBytes += blockBytes;
    MemorySegment.copy(memory, block * blockBytes, target, offset, blockBytes);
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    transfers.writeDevice(block * blockBytes, rawBursts);
    transfers.codeBytes += blockBytes;
    MemorySegment.copy(source, offset, memory, block * blockBytes, blockBytes);
  }

  @Override
  public long dataBytes() {
    return memory.byteSize();
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
