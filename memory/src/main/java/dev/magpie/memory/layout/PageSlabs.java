package dev.magpie.memory.layout;

import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.RangeAllocator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Room for pages of several sizes, each at a multiple of its size; it grows in slabs of 1 MiB. */
final class PageSlabs {
  private static final int SLAB_SHIFT = 20;

  private final LongFunction<MemorySegment> reserve;
  private final List<MemorySegment> slabs = new ArrayList<>();
  private final RangeAllocator ranges;
  private long taken;

  PageSlabs(LongFunction<MemorySegment> reserve) {
    this.reserve = reserve;
    ranges = new RangeAllocator(CompressedMemory.TABLE);
  }

  /** Takes a place; returns its address. */
  long take(int bytes) {
    long address = ranges.allocate(bytes, bytes, Long.MAX_VALUE);
    while (slabs.size() <= address >>> SLAB_SHIFT) {
      slabs.add(reserve.apply(1L << SLAB_SHIFT));
    }
    taken += bytes;
    return address;
  }

  void free(long address, int bytes) {
    ranges.free(address, bytes);
    taken -= bytes;
  }

  /** The slab that holds an address. */
  MemorySegment slab(long address) {
    return slabs.get((int) (address >>> SLAB_SHIFT));
  }

  /** Where in its slab an address is. */
  static long inSlab(long address) {
    return address & ((1L << SLAB_SHIFT) - 1);
  }

  long taken() {
    return taken;
  }
}
