package dev.magpie.buddy;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;

/**
 * Target ratios for the allocations of a series, and what they are worth.
 *
 * @param targets one for each allocation; empty for the best achievable, which has none
 * @param ratio uncompressed over device bytes of all allocations
 * @param buddyAccessFraction share of memory-entries, over all snapshots, that do not fit their
 *     target: each entry counts as accessed once in each snapshot (our decision; the paper weighs
 *     by the accesses of a trace)
 */
public record Design(List<TargetRatio> targets, double ratio, double buddyAccessFraction) {
  public Design {
    targets = List.copyOf(targets);
  }
}
