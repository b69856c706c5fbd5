package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;

/** The bytes of device memory as the program sees them now, by physical address. */
public interface DeviceImage {
  /** Bytes from address 0 to the end of the last allocation. */
  long bytes();

  /** Copies bytes out; where nothing is allocated, they are 0. */
  void read(long address, int bytes, MemorySegment target, long offset);

  /** Puts back what a lossy codec made of bytes; where nothing is allocated, they are dropped. */
  void write(long address, int bytes, MemorySegment source, long offset);

  /** Whether the program has said that these bytes may be approximated. */
  boolean isApproximable(long address, int bytes);
}
