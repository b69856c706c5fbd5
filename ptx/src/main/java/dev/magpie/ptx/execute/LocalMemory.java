package dev.magpie.ptx.execute;

import java.lang.foreign.MemorySegment;

/** The local memory of a warp's threads, one thread's after the other's; grows with the calls. */
final class LocalMemory {
  /** What each thread can have. */
  static final int LARGEST = 512 << 10;

  private static final int LEAST = 16;

  private Region region;
  private int stride;

  LocalMemory(int bytesPerThread) {
    stride = Math.max(LEAST, bytesPerThread);
    region = allocate(stride);
  }

  private static Region allocate(int stride) {
    return Region.allocate("local memory", 0, (long) stride * Warp.LANES);
  }

  MemorySegment memory() {
    return region.memory();
  }

  /** Bytes between one thread's memory and the next one's. */
  int stride() {
    return stride;
  }

  void clear() {
    if (stride > LEAST) {
      region.memory().fill((byte) 0);
    }
  }

  /** Makes room, at most {@link #LARGEST}, and keeps what the threads have. */
  void ensure(int bytesPerThread) {
    if (bytesPerThread <= stride) {
      return;
    }
    int wider = stride;
    while (wider < bytesPerThread) {
      wider *= 2;
    }
    Region larger = allocate(wider);
    for (int lane = 0; lane < Warp.LANES; lane++) {
      larger
          .memory()
          .asSlice((long) lane * wider, stride)
          .copyFrom(region.memory().asSlice((long) lane * stride, stride));
    }
    region = larger;
    stride = wider;
  }
}
