package dev.magpie.gpu.config;

import dev.magpie.settings.Records.Range;

/**
 * The way to buddy memory (Buddy paper, Table I). A packet goes over one of the links, each of
 * which carries packets both ways at once.
 *
 * @param links how many
 * @param gigabytesPerSecond of each link, each way
 * @param latency cycles of the core from the end of a request's packet to the data's leaving buddy
 *     memory
 * @param headerBytes of a packet
 * @param queue packets of the largest size that may wait for each link
 */
public record BuddyLinkConfig(
    @Range(least = 1, most = 64) int links,
    @Range(least = 1, most = 100_000) double gigabytesPerSecond,
    @Range(least = 0, most = 100_000) int latency,
    @Range(least = 0, most = 4096) int headerBytes,
    @Range(least = 1, most = 1 << 16) int queue) {

  /** Bytes a second that all links carry at most each way, in GB/s. */
  public double peakGigabytesPerSecond() {
    return links * gigabytesPerSecond;
  }
}
