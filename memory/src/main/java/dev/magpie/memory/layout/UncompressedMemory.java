package dev.magpie.memory.layout;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;

/** The baseline: every access moves the whole block, and there are no metadata. */
public final class UncompressedMemory extends BlockMemory {
  private final MemorySegment memory;

  /** Memory of zeros. */
  public UncompressedMemory(Granularity granularity, long blocks) {
    super(granularity, blocks);
    memory = reserve(blocks * blockBytes);
  }

  @Override
  void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    transfers.deviceReads += rawBursts;
    MemorySegment.copy(memory, block * blockBytes, target, offset, blockBytes);
  }

  @Override
  void store(long block, MemorySegment source, long offset, Transfers transfers) {
    transfers.deviceWrites += rawBursts;
    MemorySegment.copy(source, offset, memory, block * blockBytes, blockBytes);
  }

  @Override
  public long dataBytes() {
    return memory.byteSize();
  }

  @Override
  public long metadataBytes() {
    return 0;
  }
}
