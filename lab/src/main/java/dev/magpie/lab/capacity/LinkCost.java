package dev.magpie.lab.capacity;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;

/**
 * What a program may pay for its buddy accesses, by bandwidth alone: bounds, and no simulation.
 *
 * <p>It is taken to access every memory-entry of its allocations equally often, as the profiler
 * counts, whole entries at a time. Of an entry that exceeds its target one sector at least, and at
 * most all that the target leaves to buddy memory, crosses the link. With compression device memory
 * moves no more bytes than without. What is not in it: misses of metadata, and latency that other
 * warps do not hide.
 *
 * @param deviceGigabytesPerSecond of device memory
 * @param linkGigabytesPerSecond of the link, each way
 * @param headerBytes of a packet on it
 * @param busy share of the time for which the program keeps device memory busy, uncompressed: 1 if
 *     it is bound by bandwidth
 */
public record LinkCost(
    double deviceGigabytesPerSecond, double linkGigabytesPerSecond, int headerBytes, double busy) {
  private static final double ENTRY_BYTES = 128;
  private static final double SECTOR_BYTES = 32;

  /**
   * @throws IllegalArgumentException if there can be no such
   */
  public LinkCost {
    if (!(deviceGigabytesPerSecond > 0 && Double.isFinite(deviceGigabytesPerSecond))
        || !(linkGigabytesPerSecond > 0 && Double.isFinite(linkGigabytesPerSecond))) {
      throw new IllegalArgumentException("a bandwidth is more than 0 GB/s");
    }
    if (headerBytes < 0 || !(busy >= 0 && busy <= 1)) {
      throw new IllegalArgumentException("memory is busy for a share from 0 to 1 of the time");
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
    double seconds = all == 0 ? 0 : busy * deviceGigabytesPerSecond / linkGigabytesPerSecond / all;
    return new Bounds(
        all == 0 ? 0 : over / all,
        all == 0 ? 0 : least / all,
        all == 0 ? 0 : most / all,
        least * seconds,
        most * seconds,
        Math.max(1, least * seconds),
        1 + most * seconds);
  }

  /** The same with another link. */
  public LinkCost withLink(double gigabytesPerSecond) {
    return new LinkCost(deviceGigabytesPerSecond, gigabytesPerSecond, headerBytes, busy);
  }
}
