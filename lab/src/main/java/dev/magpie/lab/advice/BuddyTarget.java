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
  static BuddyTarget of(TargetRatio target, long entries, long over) {
    return new BuddyTarget(
        target.toString(),
        entries * (TargetRatio.ONE.deviceBytes() - target.deviceBytes()),
        entries == 0 ? 0 : (double) over / entries);
  }
}
