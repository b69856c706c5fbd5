package dev.magpie.ptx.execute;

import java.util.HashMap;
import java.util.Map;

/**
 * The memory that kernels allocate for themselves with {@code malloc}. It stays until they free it,
 * whatever launch does. Each allocation is a region of its own, so that accesses beyond it are
 * found.
 */
final class KernelHeap {
  /** What can be allocated at a time; beyond it {@code malloc} returns null, as on a device. */
  static final long MOST_BYTES = 1L << 30;

  private static final int MOST_REGIONS = 1 << 16;
  private static final int GAP = 64;
  private static final int ALIGNMENT = 16;

  private final GlobalMemory memory;
  private final Map<Long, Region> regions = new HashMap<>();
  private long next = AddressSpace.KERNEL_HEAP;
  private long allocated;

  KernelHeap(GlobalMemory memory) {
    this.memory = memory;
  }

  /** The address of new memory, or 0 if there is no more. */
  long allocate(long bytes) {
    if (bytes <= 0 || bytes > MOST_BYTES - allocated || regions.size() == MOST_REGIONS) {
      return 0;
    }
    Region region = Region.allocate("memory from malloc", next, bytes);
    next += Math.ceilDiv(bytes + GAP, ALIGNMENT) * ALIGNMENT;
    allocated += bytes;
    regions.put(region.base(), region);
    memory.add(region);
    return region.base();
  }

  /** Frees memory; whether there was any at the address. */
  boolean free(long address) {
    Region region = regions.remove(address);
    if (region == null) {
      return false;
    }
    allocated -= region.size();
    memory.remove(region);
    return true;
  }
}
