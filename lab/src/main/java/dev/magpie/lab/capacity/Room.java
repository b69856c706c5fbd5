package dev.magpie.lab.capacity;

import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;

/**
 * A GPU's memory, and the buddy memory beside it.
 *
 * @param memoryBytes of device memory
 * @param reserveBytes of it that something else than the profile's allocations takes
 * @param maxRatio the most by which memory can grow; the carve-out is one less times the device
 *     (Buddy paper, section III)
 * @param pageSize of allocations, which limits how much of the carve-out they reach
 */
public record Room(long memoryBytes, long reserveBytes, int maxRatio, PageSize pageSize) {
  /** Beyond all machines; sums of such numbers are numbers. */
  private static final long MOST_BYTES = 1L << 50;

  /**
   * @throws IllegalArgumentException if there can be no such memory
   */
  public Room {
    if (memoryBytes < BuddyMemory.ENTRY_BYTES || memoryBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "device memory has 128 B to 1 PiB, not %d B (units are written as in 12GiB)"
              .formatted(memoryBytes));
    }
    if (reserveBytes < 0 || reserveBytes >= memoryBytes) {
      throw new IllegalArgumentException(
          "a reserve of %d bytes leaves nothing of %d".formatted(reserveBytes, memoryBytes));
    }
    if (maxRatio < 1 || maxRatio > 16) {
      throw new IllegalArgumentException("the ratio's limit is 1 to 16, not " + maxRatio);
    }
  }

  /** Device memory that metadata take: those of all that can be addressed. */
  public long metadataBytes() {
    return BuddyConfig.metadataBytes(memoryBytes * maxRatio / BuddyMemory.ENTRY_BYTES);
  }

  /** Buddy memory that is set aside. */
  public long carveOutBytes() {
    return memoryBytes * (maxRatio - 1);
  }
}
