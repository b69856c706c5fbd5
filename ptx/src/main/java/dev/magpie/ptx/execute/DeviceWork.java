package dev.magpie.ptx.execute;

import java.lang.foreign.MemorySegment;

/** What a kernel has asked the device for, to be done when the kernel has ended. */
public sealed interface DeviceWork {
  /** Whether it waits for all other work of the same kernel. */
  boolean isTail();

  /**
   * A launch.
   *
   * @param function the kernel's address
   * @param sharedBytes dynamic shared memory of a block
   * @param parameters as they lie in the kernel's parameter memory
   */
  record Launch(
      long function,
      Dim3 grid,
      Dim3 block,
      int sharedBytes,
      MemorySegment parameters,
      boolean isTail)
      implements DeviceWork {}

  /** A copy between addresses of the device. */
  record Copy(long to, long from, long bytes, boolean isTail) implements DeviceWork {}

  /** Bytes that are set to a value. */
  record Fill(long to, byte value, long bytes, boolean isTail) implements DeviceWork {}

  /** A launch of a graph, by the handle that the host has given it. */
  record Graph(long handle, boolean isTail) implements DeviceWork {}
}
