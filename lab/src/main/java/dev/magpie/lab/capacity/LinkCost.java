package dev.magpie.lab.capacity;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a program may pay for its buddy accesses, by bandwidth alone: bounds, and no simulation.
 *
 * <p>It is taken to access every memory-entry of its allocations equally often, as the profiler
 * counts, or to need buddy memory for a share of its accesses that was measured; whole entries at a
 * time. Of an entry that exceeds its target one sector at least, and at most all that the target
 * leaves to buddy memory, crosses the link. With compression device memory moves no more bytes than
 * without. What is not in it: misses of metadata, and latency that other warps do not hide.
 *
 * @param deviceGigabytesPerSecond of device memory
 * @param linkGigabytesPerSecond of the link, each way
 * @param headerBytes of a packet on it
 * @param busy share of the time for which the program keeps device memory busy, uncompressed: 1 if
 *     it is bound by bandwidth
 * @param measuredBuddyAccesses share of all accesses to memory that need buddy memory, or null
 *     where all entries are taken to be accessed equally often
 */
public record LinkCost(
    double deviceGigabytesPerSecond,
    double linkGigabytesPerSecond,
    int headerBytes,
    double busy,
    @Nullable Double measuredBuddyAccesses) {
  /** A packet's on NVLink2 (Buddy paper, section IV-B). */
  public static final int NVLINK2_HEADER_BYTES = 32;

  /** Beyond any memory's, from either end, in GB/s. */
  private static final double LEAST_BANDWIDTH = 1e-3;

  private static final double MOST_BANDWIDTH = 1e6;

  private static final double ENTRY_BYTES = 128;
  private static final double SECTOR_BYTES = 32;

  /**
   * @throws IllegalArgumentException if there can be no such
   */
  public LinkCost {
    requireBandwidth("device memory", deviceGigabytesPerSecond);
    requireBandwidth("the link", linkGigabytesPerSecond);
    if (headerBytes < 0 || !(busy >= 0 && busy <= 1)) {
      throw new IllegalArgumentException("memory is busy for a share from 0 to 1 of the time");
    }
    if (measuredBuddyAccesses != null
        && !(measuredBuddyAccesses >= 0 && measuredBuddyAccesses <= 1)) {
      throw new IllegalArgumentException("a share from 0 to 1 of accesses needs buddy memory");
    }
  }

  private static void requireBandwidth(String of, double gigabytesPerSecond) {
    if (!(gigabytesPerSecond >= LEAST_BANDWIDTH && gigabytesPerSecond <= MOST_BANDWIDTH)) {
      throw new IllegalArgumentException(
          "%s moves 0.001 to 1,000,000 GB/s, not %s".formatted(of, gigabytesPerSecond));
    }
  }

  /**
   * Bounds.
   *
   * @param buddyAccessFraction share of accesses that need buddy memory
   * @param leastLinkFraction bytes on the busier way of the link for each byte that the program
   *     accesses: one sector an access, half of them each way
   * @param mostLinkFraction the same, all one way, with all that the target leaves to buddy memory
   *     and the header of a packet
   * @param leastLinkTime time of the link for a second of the program, uncompressed
   * @param mostLinkTime the same
   * @param leastSlowdown all of that is hidden behind the program, as far as it is shorter
   * @param mostSlowdown nothing of it is hidden
   */
  public record Bounds(
      double buddyAccessFraction,
      double leastLinkFraction,
      double mostLinkFraction,
      double leastLinkTime,
      double mostLinkTime,
      double leastSlowdown,
      double mostSlowdown) {
    /** Where nothing fits. */
    static final Bounds NONE =
        new Bounds(
            Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  /** The bounds where what grows is so many times as large. */
  public Bounds at(double scale, List<ProfiledAllocation> allocations) {
    Double measured = measuredBuddyAccesses;
    return measured == null ? evenly(scale, allocations) : measured(measured, allocations);
  }

  /** Nobody says which of the allocations were accessed: the most is what any of them may move. */
  private Bounds measured(double share, List<ProfiledAllocation> allocations) {
    double most =
        allocations.stream()
            .filter(each -> each.target() != TargetRatio.ONE)
            .mapToDouble(each -> each.target().buddyBytes() + headerBytes)
            .max()
            .orElse(0);
    double least = most == 0 ? 0 : SECTOR_BYTES / 2;
    return bounds(share, share * least / ENTRY_BYTES, share * most / ENTRY_BYTES);
  }

  private Bounds evenly(double scale, List<ProfiledAllocation> allocations) {
    double all = 0;
    double over = 0;
    double least = 0;
    double most = 0;
    for (ProfiledAllocation each : allocations) {
      double bytes = each.bytesAt(scale);
      double spilled = bytes * each.buddyAccessFraction();
      all += bytes;
      over += spilled;
      if (each.target() != TargetRatio.ONE) {
        least += spilled * SECTOR_BYTES / ENTRY_BYTES / 2;
        most += spilled * (each.target().buddyBytes() + headerBytes) / ENTRY_BYTES;
      }
    }
    return all == 0 ? bounds(0, 0, 0) : bounds(over / all, least / all, most / all);
  }

  private Bounds bounds(double share, double least, double most) {
    double seconds = busy * deviceGigabytesPerSecond / linkGigabytesPerSecond;
    return new Bounds(
        share,
        least,
        most,
        least * seconds,
        most * seconds,
        Math.max(1, least * seconds),
        1 + most * seconds);
  }

  /** The same with another link. */
  public LinkCost withLink(double gigabytesPerSecond) {
    return new LinkCost(
        deviceGigabytesPerSecond, gigabytesPerSecond, headerBytes, busy, measuredBuddyAccesses);
  }
}
