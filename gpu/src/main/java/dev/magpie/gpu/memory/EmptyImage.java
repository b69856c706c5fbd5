package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;

/** No memory is allocated. */
enum EmptyImage implements DeviceImage {
  IMAGE;

  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void read(long address, int bytes, MemorySegment target, long offset) {
    target.asSlice(offset, bytes).fill((byte) 0);
  }

  @Override
  public void write(long address, int bytes, MemorySegment source, long offset) {
    // Nothing is allocated, so it is dropped.
  }

  @Override
  public boolean isApproximable(long address, int bytes) {
    return false;
  }
}
