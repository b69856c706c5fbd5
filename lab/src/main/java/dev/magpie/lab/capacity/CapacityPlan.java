package dev.magpie.lab.capacity;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleToLongFunction;

/**
 * How far a profiled program can grow until it no longer fits a GPU's memory, with Buddy
 * Compression and without. Allocations keep their targets as they grow.
 *
 * @param allocations of which at least one grows and has bytes
 */
public record CapacityPlan(List<ProfiledAllocation> allocations, Growth growth, Room room) {
  private static final String DEVICE = "device memory";

  /** Nobody's profile is that small a part of the program; it keeps numbers of steps small. */
  private static final double MOST_SCALE = 1 << 20;

  /**
   * @throws IllegalArgumentException if nothing grows
   */
  public CapacityPlan {
    allocations = List.copyOf(allocations);
    if (allocations.stream().noneMatch(each -> each.grows() && each.bytes() > 0)) {
      throw new IllegalArgumentException("no allocation grows");
    }
  }

  /** Uncompressed bytes of all that do not grow. */
  public long fixedBytes() {
    return allocations.stream()
        .filter(each -> !each.grows())
        .mapToLong(ProfiledAllocation::bytes)
        .sum();
  }

  /** Uncompressed bytes of all that grow, as profiled. */
  public long growingBytes() {
    return allocations.stream()
        .filter(ProfiledAllocation::grows)
        .mapToLong(ProfiledAllocation::bytes)
        .sum();
  }

  /** Device memory that what does not grow takes with Buddy Compression. */
  public long fixedDeviceBytes() {
    return allocations.stream()
        .filter(each -> !each.grows())
        .mapToLong(each -> each.deviceBytesAt(1))
        .sum();
  }

  /** Device memory that what grows takes with Buddy Compression, as profiled. */
  public long growingDeviceBytes() {
    return allocations.stream()
        .filter(ProfiledAllocation::grows)
        .mapToLong(each -> each.deviceBytesAt(1))
        .sum();
  }

  /** Uncompressed bytes of all allocations at a scale of what grows. */
  public long bytesAt(double scale) {
    return allocations.stream().mapToLong(each -> each.bytesAt(scale)).sum();
  }

  /** Device memory of all allocations with Buddy Compression, without metadata and reserve. */
  public long deviceBytesAt(double scale) {
    return allocations.stream().mapToLong(each -> each.deviceBytesAt(scale)).sum();
  }

  /** Buddy memory that all allocations need to be set aside. */
  public long buddyBytesAt(double scale) {
    return allocations.stream().mapToLong(each -> each.buddyBytesAt(scale)).sum();
  }

  /** The most that fits without compression. */
  public Fit uncompressed() {
    return most(scale -> exceeded(bytesAt(scale), room.memoryBytes()), this::bytesAt, _ -> 0, 0);
  }

  /** The most that fits with Buddy Compression. */
  public Fit buddy() {
    return most(
        this::exceededWithBuddy, this::deviceBytesAt, this::buddyBytesAt, room.metadataBytes());
  }

  private Optional<String> exceeded(long taken, long memory) {
    return taken > memory - room.reserveBytes() ? Optional.of(DEVICE) : Optional.empty();
  }

  private Optional<String> exceededWithBuddy(double scale) {
    return exceeded(deviceBytesAt(scale), room.memoryBytes() - room.metadataBytes())
        .or(() ->
            buddyBytesAt(scale) > room.carveOutBytes()
                ? Optional.of("carve-out")
                : Optional.empty())
        .or(() -> beyondReach(scale));
  }

  /**
   * What page-table entries of a target cannot name has to lie further in; so have those of targets
   * that reach less.
   */
  private Optional<String> beyondReach(double scale) {
    for (TargetRatio target : TargetRatio.values()) {
      long reach = room.pageSize().reach(target);
      long within =
          allocations.stream()
              .filter(each -> room.pageSize().reach(each.target()) <= reach)
              .mapToLong(each -> each.buddyBytesAt(scale))
              .sum();
      if (target.buddyBytes() > 0 && within > reach) {
        return Optional.of(
            "reach of page-table entries at %sx, in pages of %d KiB"
                .formatted(target, room.pageSize().bytes() >> 10));
      }
    }
    return Optional.empty();
  }

  /** Needs of memory grow with the step, so there is one after which nothing fits. */
  private Fit most(
      DoubleFunction<Optional<String>> exceeded,
      DoubleToLongFunction deviceBytes,
      DoubleToLongFunction buddyBytes,
      long metadataBytes) {
    long fits = 0;
    long beyond = 1;
    while (exceeds(exceeded, beyond).isEmpty()) {
      fits = beyond;
      beyond *= 2;
    }
    while (beyond - fits > 1) {
      long middle = fits + (beyond - fits) / 2;
      if (exceeds(exceeded, middle).isEmpty()) {
        fits = middle;
      } else {
        beyond = middle;
      }
    }
    double scale = growth.scale(fits);
    long taken = deviceBytes.applyAsLong(scale);
    return new Fit(
        fits,
        growth.text(fits),
        scale,
        bytesAt(scale),
        taken,
        buddyBytes.applyAsLong(scale),
        room.memoryBytes() - room.reserveBytes() - metadataBytes - taken,
        exceeds(exceeded, beyond).orElseThrow());
  }

  private Optional<String> exceeds(DoubleFunction<Optional<String>> exceeded, long step) {
    double scale = growth.scale(step);
    return scale > MOST_SCALE ? Optional.of("a million times the profile") : exceeded.apply(scale);
  }
}
