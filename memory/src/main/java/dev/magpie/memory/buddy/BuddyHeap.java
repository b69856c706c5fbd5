package dev.magpie.memory.buddy;

import static java.util.Objects.requireNonNull;

import dev.magpie.memory.RangeAllocator;
import java.util.TreeMap;

/** Who has which part of address space, device memory and carve-out. Not thread-safe. */
final class BuddyHeap {
  /** Device addresses of pages are aligned to sectors. */
  private static final int DEVICE_ALIGNMENT = 32;

  private final PageTable pages;
  private final RangeAllocator space;
  private final RangeAllocator device;
  private final RangeAllocator carveOut;
  private final long carveOutBytes;
  private final TreeMap<Long, Placed> placed = new TreeMap<>();

  private record Placed(BuddyAllocation allocation, long deviceStart, long buddyStart) {}

  /**
   * @param deviceBytes of device memory, without the metadata
   */
  BuddyHeap(PageTable pages, long spaceBytes, long deviceBytes, long carveOutBytes) {
    this.pages = pages;
    this.carveOutBytes = carveOutBytes;
    space = new RangeAllocator(spaceBytes);
    device = new RangeAllocator(deviceBytes);
    carveOut = new RangeAllocator(carveOutBytes);
  }

  /**
   * Takes what an allocation needs, or nothing.
   *
   * @throws AllocationFailedException if something does not fit
   */
  BuddyAllocation allocate(long bytes, TargetRatio target, boolean compressed, PageSize size) {
    requireNonNull(target);
    if (bytes < 1) {
      throw new IllegalArgumentException("an allocation has at least 1 byte, not " + bytes);
    }
    if (bytes > Long.MAX_VALUE >>> 8) {
      throw failed(bytes, "address space", space.freeBytes());
    }
    long entries = Math.ceilDiv(bytes, BuddyMemory.ENTRY_BYTES);
    long spaceBytes = Math.ceilDiv(bytes, size.bytes()) * size.bytes();
    long start = space.allocate(spaceBytes, size.bytes(), Long.MAX_VALUE);
    if (start == RangeAllocator.NONE) {
      throw failed(spaceBytes, "address space", space.freeBytes());
    }
    long deviceBytes = entries * target.deviceBytes();
    long deviceStart = device.allocate(deviceBytes, DEVICE_ALIGNMENT, Long.MAX_VALUE);
    if (deviceStart == RangeAllocator.NONE) {
      space.free(start, spaceBytes);
      throw failed(deviceBytes, "device memory", device.freeBytes());
    }
    long buddyStart = 0;
    long buddyBytes = entries * target.buddyBytes();
    if (buddyBytes > 0) {
      long reach = Math.min(carveOutBytes, size.reach(target));
      buddyStart = carveOut.allocate(buddyBytes, size.unitBytes(target), reach);
      if (buddyStart == RangeAllocator.NONE) {
        space.free(start, spaceBytes);
        device.free(deviceStart, deviceBytes);
        throw failed(
            buddyBytes,
            "the first %,d bytes of the carve-out, all that its page-table entries reach"
                .formatted(reach),
            carveOut.freeBytes());
      }
    }
    BuddyAllocation allocation =
        new BuddyAllocation(BuddyMemory.HEAP_BASE + start, bytes, target, compressed, size);
    map(allocation, start, deviceStart, buddyStart);
    placed.put(allocation.address(), new Placed(allocation, deviceStart, buddyStart));
    return allocation;
  }

  private void map(BuddyAllocation allocation, long start, long deviceStart, long buddyStart) {
    PageSize size = allocation.pageSize();
    TargetRatio target = allocation.target();
    long unit = size.unitBytes(target);
    for (long place = 0; place < allocation.bytes(); place += size.bytes()) {
      long page = place / size.bytes();
      long entry =
          PageTableEntry.of(
              size,
              allocation.compressed(),
              target,
              deviceStart + page * size.entries() * target.deviceBytes(),
              unit == 0 ? 0 : buddyStart / unit + page);
      pages.map(
          size, start + place, entry, (int) Math.min(size.bytes(), allocation.bytes() - place));
    }
  }

  /**
   * Gives back an allocation.
   *
   * @throws IllegalArgumentException if it is not there
   */
  void free(BuddyAllocation allocation) {
    Placed given = placed.get(allocation.address());
    if (given == null || !given.allocation().equals(allocation)) {
      throw new IllegalArgumentException(
          "nothing like it is allocated, or no longer: " + allocation);
    }
    placed.remove(allocation.address());
    PageSize size = allocation.pageSize();
    long start = allocation.address() - BuddyMemory.HEAP_BASE;
    for (long place = 0; place < allocation.bytes(); place += size.bytes()) {
      pages.unmap(size, start + place);
    }
    pages.shootDown();
    space.free(start, Math.ceilDiv(allocation.bytes(), size.bytes()) * size.bytes());
    device.free(given.deviceStart(), allocation.deviceBytes());
    if (allocation.buddyBytes() > 0) {
      carveOut.free(given.buddyStart(), allocation.buddyBytes());
    }
  }

  private static AllocationFailedException failed(long bytes, String what, long free) {
    return new AllocationFailedException(
        "%,d bytes in one piece do not fit in %s; %,d are free".formatted(bytes, what, free));
  }

  long freeDeviceBytes() {
    return device.freeBytes();
  }

  long freeCarveOutBytes() {
    return carveOut.freeBytes();
  }
}
