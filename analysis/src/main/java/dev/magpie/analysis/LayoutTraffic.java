package dev.magpie.analysis;

import dev.magpie.memory.Transfers;

/**
 * What a layout made of memory that was put into it, read and written.
 *
 * @param layout its name
 * @param burstBytes that a burst moves
 * @param blockBursts of a block that is not compressed
 * @param dataBytes put into it
 * @param deviceBytes that the data took
 * @param metadataBytes that metadata took beside them
 * @param reads what reading moved
 * @param writes what writing moved
 */
public record LayoutTraffic(
    String layout,
    int burstBytes,
    int blockBursts,
    long dataBytes,
    long deviceBytes,
    long metadataBytes,
    Transfers reads,
    Transfers writes) {

  /** Uncompressed bytes over those of device memory, metadata and all. */
  public double capacityRatio() {
    return (double) dataBytes / (deviceBytes + metadataBytes);
  }

  /** Whether something moved to or from buddy memory. */
  public boolean hasBuddyMemory() {
    return reads.buddySectors() + writes.buddySectors() > 0;
  }

  /** Bursts of uncompressed reads over those of these, buddy memory's, metadata's and all. */
  public double readRatio() {
    return ratio(reads.reads, reads);
  }

  /** The same of writes. */
  public double writeRatio() {
    return ratio(writes.writes, writes);
  }

  private double ratio(long accesses, Transfers transfers) {
    return (double) accesses
        * blockBursts
        / (transfers.deviceSectors() + transfers.buddySectors() + transfers.metadataSectors());
  }
}
