package dev.magpie.gpu;

import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;

/** Takes all requests, and never answers. */
final class SilentMemory implements MemorySystem {
  @Override
  public boolean offer(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag) {
    return true;
  }

  @Override
  public long nextEvent() {
    return Long.MAX_VALUE;
  }

  @Override
  public void advanceTo(long cycle) {}
}
