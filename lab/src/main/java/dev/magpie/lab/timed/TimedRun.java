package dev.magpie.lab.timed;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.memory.unified.Residency;

/**
 * What a program's part that is timed came to.
 *
 * @param cycles of the core clock, copies of the host among them
 * @param copyCycles of them for which launches waited for copies
 * @param warpInstructions executed
 * @param launches of kernels
 * @param dramBytes that moved to and from DRAM, metadata among them
 * @param dramBusyShare of the time that the data buses were moving something
 * @param l2HitRate of reads and atomics
 * @param memoryAccesses lines of which the L2 fetched something, or wrote something back
 * @param checkedLines that were compared at the end with what was written to them last
 * @param metadataAccesses look-ups in the metadata caches
 * @param metadataMisses among them
 * @param codedAccesses to lines that are held coded
 * @param buddyAccesses of them that needed buddy memory
 * @param coveredBytes of allocations with targets, which all have
 * @param deviceBytes that these take of device memory, metadata apart
 * @param linkBytesTo buddy memory, headers too, without copies
 * @param linkBytesFrom it
 * @param faults pages of unified memory that were waited for
 * @param migratedBytes of pages that came to the device
 * @param linkBusyShare of what links carry both ways in that time, without copies
 */
public record TimedRun(
    long cycles,
    long copyCycles,
    long warpInstructions,
    int launches,
    long dramBytes,
    double dramBusyShare,
    double l2HitRate,
    long memoryAccesses,
    long checkedLines,
    long metadataAccesses,
    long metadataMisses,
    long codedAccesses,
    long buddyAccesses,
    long coveredBytes,
    long deviceBytes,
    long linkBytesTo,
    long linkBytesFrom,
    long faults,
    long migratedBytes,
    double linkBusyShare) {

  static TimedRun of(SimulationResult result, long checkedLines) {
    SimulationResult.HostCopies copies = result.hostCopies();
    SimulationResult.Buddy buddy = result.buddy();
    SimulationResult.Link link = result.link();
    SimulationResult.Unified unified = result.unified();
    return new TimedRun(
        result.cycles(),
        copies == null ? 0 : copies.toDevice().cycles() + copies.toHost().cycles(),
        result.warpInstructions(),
        result.launches().size(),
        result.dram().bytes(),
        result.dram().utilization(),
        result.l2().hitRate(),
        result.memoryAccesses(),
        checkedLines,
        result.metadataCache().accesses(),
        result.metadataCache().misses(),
        result.blocks().reads().blocks() + result.blocks().writes().blocks(),
        buddy == null ? 0 : buddy.buddyAccesses(),
        buddy == null ? 0 : buddy.coveredBytes(),
        buddy == null ? 0 : buddy.deviceBytes(),
        link == null ? 0 : link.bytesTo(),
        link == null ? 0 : link.bytesFrom(),
        unified == null ? 0 : unified.faults(),
        unified == null ? 0 : unified.migratedPages() * Residency.PAGE_BYTES,
        link == null ? 0 : (link.utilizationTo() + link.utilizationFrom()) / 2);
  }

  /** Percent of the metadata look-ups that hit; 100 without any. */
  public double metadataHitPercent() {
    return metadataAccesses == 0
        ? 100
        : 100.0 * (metadataAccesses - metadataMisses) / metadataAccesses;
  }

  /** Percent of the accesses to coded lines that needed buddy memory; 0 without any. */
  public double buddyPercent() {
    return codedAccesses == 0 ? 0 : 100.0 * buddyAccesses / codedAccesses;
  }

  /** Percent of all accesses to memory that needed buddy memory. */
  public double buddyPercentOfAll() {
    return memoryAccesses == 0 ? 0 : 100.0 * buddyAccesses / memoryAccesses;
  }

  /** Sectors of 32 bytes that an access to memory moved, on average. */
  public double sectorsOfAccess() {
    return dramBytes / 32.0 / memoryAccesses;
  }

  /** Percent of the memory that targets save. */
  public double savedPercent() {
    return coveredBytes == 0 ? 0 : 100 * (1 - (double) deviceBytes / coveredBytes);
  }
}
