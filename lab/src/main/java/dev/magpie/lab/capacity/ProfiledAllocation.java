package dev.magpie.lab.capacity;

import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.TargetRatio;

/**
 * An allocation as a profile has it.
 *
 * @param bytes at the size that was profiled
 * @param buddyAccessFraction share of its memory-entries that exceed the target, from 0 to 1
 * @param grows whether it grows with the batch or grid
 */
public record ProfiledAllocation(
    String name,
    String path,
    long bytes,
    TargetRatio target,
    double buddyAccessFraction,
    boolean grows) {
  /** So that those of a program add up. */
  private static final long MOST_BYTES = 1L << 50;

  /**
   * @throws IllegalArgumentException if there can be no such
   */
  public ProfiledAllocation {
    if (bytes < 0
        || bytes > MOST_BYTES
        || !(buddyAccessFraction >= 0 && buddyAccessFraction <= 1)) {
      throw new IllegalArgumentException(
          "%s has %d bytes, and a share of %s over its target"
              .formatted(name, bytes, buddyAccessFraction));
    }
  }

  /** Its bytes where what grows is so many times as large. */
  long bytesAt(double scale) {
    return grows ? (long) Math.ceil(bytes * scale) : bytes;
  }

  long deviceBytesAt(double scale) {
    return entriesAt(scale) * target.deviceBytes();
  }

  long buddyBytesAt(double scale) {
    return entriesAt(scale) * target.buddyBytes();
  }

  private long entriesAt(double scale) {
    return Math.ceilDiv(bytesAt(scale), BuddyMemory.ENTRY_BYTES);
  }
}
