package dev.magpie.cli.layout;

import dev.magpie.memory.Transfers;

/**
 * What a layout made of a snapshot, summed up.
 *
 * @param name of the layout
 * @param burstBytes that a burst moves
 * @param blockBursts of a block that is not compressed
 */
record LayoutResult(String name, int burstBytes, int blockBursts, Totals totals) {

  /** Sums over windows. */
  static final class Totals {
    long dataBytes;
    long deviceBytes;
    long metadataBytes;
    final Transfers reads = new Transfers();
    final Transfers writes = new Transfers();
  }

  /** Uncompressed bytes over those of device memory, metadata and all. */
  double capacityRatio() {
    return (double) totals.dataBytes / (totals.deviceBytes + totals.metadataBytes);
  }

  /** Bursts of uncompressed reads over those of these, metadata and all. */
  double readRatio() {
    return ratio(totals.reads.reads, totals.reads);
  }

  double writeRatio() {
    return ratio(totals.writes.writes, totals.writes);
  }

  private double ratio(long accesses, Transfers transfers) {
    return (double) accesses
        * blockBursts
        / (transfers.deviceSectors() + transfers.metadataSectors());
  }
}
