package dev.magpie.lab.advice;

import dev.magpie.memory.buddy.TargetRatio;

/**
 * A target ratio for Buddy Compression, and what it is worth.
 *
 * @param target such as {@code 4/3}
 * @param savedBytes of device memory
 * @param buddyAccessFraction share of the entries that exceed it
 */
public record BuddyTarget(String target, long savedBytes, double buddyAccessFraction) {
  /** Of a tensor whose last entry need not be full, and is an entry all the same. */
  static BuddyTarget of(TargetRatio target, long bytes, long entries, long over) {
    return new BuddyTarget(
        target.toString(),
        Math.max(0, bytes - entries * target.deviceBytes()),
        entries == 0 ? 0 : (double) over / entries);
  }
}
