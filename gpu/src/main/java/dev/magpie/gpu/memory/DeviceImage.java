package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** The bytes of device memory as the program sees them now, by physical address. */
public interface DeviceImage {
  /**
   * A stretch of memory that the program has allocated.
   *
   * @param name of the buffer
   * @param address of its first byte
   */
  record Allocation(String name, long address, long bytes) {}

  /** What is allocated, if that is known; else nothing. */
  default List<Allocation> allocations() {
    return List.of();
  }

  /** Bytes from address 0 to the end of the last allocation. */
  long bytes();

  /** Copies bytes out; where nothing is allocated, they are 0. */
  void read(long address, int bytes, MemorySegment target, long offset);

  /** Puts back what a lossy codec made of bytes; where nothing may be approximated, nothing. */
  default void write(long address, int bytes, MemorySegment source, long offset) {}

  /** Whether the program has said that these bytes may be approximated. */
  default boolean isApproximable(long address, int bytes) {
    return false;
  }
}
