package dev.magpie.ptx;

import java.lang.foreign.MemorySegment;

/** Where a device's memory lies, on the device and in the host's memory. */
public interface MemorySource {
  /**
   * The address of new memory: a multiple of 256, and apart from all that is in use, so that an
   * access beyond one allocation does not hit the next.
   *
   * @throws dev.magpie.ptx.ir.PtxException if there is none left
   */
  long place(long bytes);

  /** The memory at an address that {@link #place} gave: zeroed, and outside the heap. */
  MemorySegment memory(long address, long bytes);

  /** Memory is no longer in use. */
  void free(long address, long bytes);
}
