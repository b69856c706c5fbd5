package dev.magpie.buddy;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Chooses target ratios from the sizes of a series (Buddy paper, section III-B).
 *
 * <p>Our decisions, where the paper leaves it open: shares are pooled over snapshots; an allocation
 * weighs what it has in its largest snapshot; the naive target is the largest that is not above the
 * whole program's ratio in Buddy sizes; mostly zero means that in every snapshot no more entries
 * than the threshold allows exceed 8 B; and where the carve-out cannot serve all 16x targets, those
 * that save least go first.
 *
 * @param threshold the most of an allocation's entries that may need buddy memory, from 0 to 1
 * @param maxRatio the limit on the overall ratio that the carve-out sets; at least 1
 */
public record Profiler(double threshold, double maxRatio) {
  /** The paper's threshold of 30 % and limit of 4x. */
  public static final Profiler DEFAULT = new Profiler(0.30, 4);

  private static final List<TargetRatio> DESCENDING =
      List.of(TargetRatio.FOUR, TargetRatio.TWO, TargetRatio.FOUR_THIRDS, TargetRatio.ONE);

  public Profiler {
    if (!(threshold >= 0 && threshold <= 1)) {
      throw new IllegalArgumentException(
          "the buddy threshold is a share from 0 to 1, not " + threshold);
    }
    if (!(maxRatio >= 1 && maxRatio <= 16)) {
      throw new IllegalArgumentException("the ratio's limit is 1 to 16, not " + maxRatio);
    }
  }

  /** Chooses targets in each of the paper's ways. */
  public Designs design(SeriesSizes sizes) {
    List<TargetRatio> perAllocation =
        sizes.allocations().stream().map(this::largestUnderThreshold).toList();
    return new Designs(
        design(sizes, Collections.nCopies(sizes.allocations().size(), naive(sizes))),
        design(sizes, perAllocation),
        design(sizes, withMostlyZero(sizes.allocations(), perAllocation)),
        new Design(List.of(), Math.min(maxRatio, sizes.pooled().ratio(SizeSet.BUDDY)), 0));
  }

  /** What targets are worth for a series. */
  public static Design design(SeriesSizes sizes, List<TargetRatio> targets) {
    List<AllocationHistory> allocations = sizes.allocations();
    long entries = 0;
    long deviceBytes = 0;
    long seen = 0;
    long over = 0;
    for (int a = 0; a < allocations.size(); a++) {
      entries += allocations.get(a).entries();
      deviceBytes += allocations.get(a).entries() * targets.get(a).deviceBytes();
      EntrySizes pooled = allocations.get(a).pooled();
      seen += pooled.entries();
      over += pooled.over(targets.get(a));
    }
    return new Design(targets, 128.0 * entries / deviceBytes, (double) over / seen);
  }

  private TargetRatio naive(SeriesSizes sizes) {
    EntrySizes pooled = sizes.pooled();
    // Without division, so that a ratio of 4/3 is not missed by a rounding.
    return DESCENDING.stream()
        .filter(this::isAllowed)
        .filter(target ->
            pooled.entries() > 0
                && 32 * pooled.sectors() <= (long) target.deviceBytes() * pooled.entries())
        .findFirst()
        .orElse(TargetRatio.ONE);
  }

  private TargetRatio largestUnderThreshold(AllocationHistory allocation) {
    EntrySizes pooled = allocation.pooled();
    return DESCENDING.stream()
        .filter(this::isAllowed)
        .filter(target -> pooled.entries() > 0 && isUnderThreshold(pooled, target))
        .findFirst()
        .orElse(TargetRatio.ONE);
  }

  /** Targets above the limit are of no use even where others are below it. */
  private boolean isAllowed(TargetRatio target) {
    return target.ratio() <= maxRatio;
  }

  private boolean isUnderThreshold(EntrySizes sizes, TargetRatio target) {
    return (double) sizes.over(target) / sizes.entries() <= threshold;
  }

  private boolean isMostlyZero(AllocationHistory allocation) {
    return allocation.entries() > 0
        && allocation.sizes().stream()
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .filter(sizes -> sizes.entries() > 0)
            .allMatch(sizes -> isUnderThreshold(sizes, TargetRatio.SIXTEEN));
  }

  private List<TargetRatio> withMostlyZero(
      List<AllocationHistory> allocations, List<TargetRatio> otherwise) {
    List<TargetRatio> targets = new ArrayList<>(otherwise);
    List<Integer> zero =
        new ArrayList<>(
            IntStream.range(0, allocations.size())
                .filter(a -> isMostlyZero(allocations.get(a)))
                .boxed()
                .sorted(
                    Comparator.comparingLong((Integer a) ->
                            allocations.get(a).entries()
                                * (otherwise.get(a).deviceBytes()
                                    - TargetRatio.SIXTEEN.deviceBytes()))
                        .thenComparing(a -> allocations.get(a).label()))
                .toList());
    zero.forEach(a -> targets.set(a, TargetRatio.SIXTEEN));
    while (!zero.isEmpty() && !fitsCarveOut(allocations, targets)) {
      int least = zero.removeFirst();
      targets.set(least, otherwise.get(least));
    }
    return targets;
  }

  /** Whether overall ratio and buddy memory stay within what the carve-out allows. */
  boolean fitsCarveOut(List<AllocationHistory> allocations, List<TargetRatio> targets) {
    long bytes = 0;
    long deviceBytes = 0;
    long buddyBytes = 0;
    for (int a = 0; a < allocations.size(); a++) {
      long entries = allocations.get(a).entries();
      bytes += 128 * entries;
      deviceBytes += entries * targets.get(a).deviceBytes();
      buddyBytes += entries * targets.get(a).buddyBytes();
    }
    return bytes <= maxRatio * deviceBytes && buddyBytes <= (maxRatio - 1) * deviceBytes;
  }
}
