package dev.magpie.ptx.execute;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A stretch of memory that accesses must stay within.
 *
 * @param name what reports call it
 * @param base address of its first byte
 * @param size in bytes
 * @param memory the bytes, outside the heap
 * @param readOnly whether kernels may not write it
 */
public record Region(String name, long base, long size, MemorySegment memory, boolean readOnly) {
  private static final int ALIGNMENT = 256;

  /** Zeroed memory. */
  public static Region allocate(String name, long base, long size) {
    return new Region(name, base, size, zeroed(size), false);
  }

  /** Zeroed memory that kernels may not write. */
  public static Region allocateConstant(String name, long base, long size) {
    return new Region(name, base, size, zeroed(size), true);
  }

  /** Zeroed memory outside the heap, as long as something holds it. */
  public static MemorySegment zeroed(long size) {
    return Arena.ofAuto().allocate(Math.max(1, size), ALIGNMENT).asSlice(0, size);
  }

  boolean holds(long address, long bytes) {
    long offset = address - base;
    return offset >= 0 && offset <= size - bytes;
  }
}
