package dev.magpie.analysis;

import dev.magpie.memory.Transfers;

/**
 * What a layout made of memory that was put into it, read and written.
 *
 * @param layout its name
 * @param burstBytes that a burst moves
 * @param dataBytes put into it
 * @param deviceBytes that the data took
 * @param metadataBytes that metadata took beside them
 * @param capacityRatio uncompressed bytes over those of device memory, metadata and all
 * @param reads what reading moved
 * @param writes what writing moved
 */
public record LayoutTraffic(
    String layout,
    int burstBytes,
    long dataBytes,
    long deviceBytes,
    long metadataBytes,
    double capacityRatio,
    Moved reads,
    Moved writes) {

  /**
   * What accesses to blocks moved.
   *
   * @param dataBursts of device and of buddy memory
   */
  public record Moved(
      long blocks,
      long dataBursts,
      long metadataBursts,
      long metadataAccesses,
      long metadataMisses,
      long relocations) {
    static Moved of(Transfers transfers) {
      return new Moved(
          transfers.reads + transfers.writes,
          transfers.deviceSectors() + transfers.buddySectors(),
          transfers.metadataSectors(),
          transfers.metadataAccesses,
          transfers.metadataMisses,
          transfers.relocations);
    }

    /**
     * Bursts of uncompressed accesses over those of these, metadata and all.
     *
     * @param blockBursts of a block that is not compressed
     */
    public double ratio(int blockBursts) {
      return (double) blocks * blockBursts / (dataBursts + metadataBursts);
    }
  }
}
