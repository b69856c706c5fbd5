package dev.magpie.gpu;

import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.OperationClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all launches of a simulation came to that were timed. Sizes are in bytes, bandwidths in
 * GB/s, times in cycles of the core clock where they are not in seconds; what is a share of nothing
 * is NaN.
 *
 * @param gpu its name
 * @param sourceKind of what was simulated, such as {@code job}
 * @param source its name
 * @param codec of the memory controllers; {@code none} without one
 * @param layout where compressed blocks live, if it is another than bandwidth-only
 * @param mag bytes of a burst
 * @param metadataCacheBytes of each controller
 * @param footprint what the program has of device memory
 * @param clockMegahertz the core clock
 * @param window the launches that were timed
 * @param cycles of all launches, and of copies between them where these take time
 * @param ipc warp-instructions a cycle
 * @param hostSeconds that they took here
 * @param l1 of all multiprocessors
 * @param l2 of all slices
 * @param buddy null without buddy memory
 * @param unified null without unified memory
 * @param link to buddy memory or memory of the host, null if there is neither
 * @param hostCopies null if they take no time
 * @param sampling null if all blocks were to be timed
 * @param schedulerCycles cycles of all schedulers while a kernel ran
 * @param assistInstructions of them in which an assist warp issued
 * @param stalls of them in which a scheduler issued nothing, by what kept it from it
 * @param instructions issued, by class
 * @param foldedInstructions that were not issued: parts of others where a core issues as compiled
 * @param kernels in the order of their first launches
 * @param breakdown the same counters by other parts, if that was asked for
 */
public record SimulationResult(
    String gpu,
    String sourceKind,
    String source,
    String codec,
    Optional<Layout> layout,
    int mag,
    int metadataCacheBytes,
    Footprint footprint,
    double clockMegahertz,
    Window window,
    long cycles,
    double seconds,
    long warpInstructions,
    long threadInstructions,
    double ipc,
    double hostSeconds,
    double warpInstructionsPerHostSecond,
    Dram dram,
    L1 l1,
    L2 l2,
    Crossbar crossbar,
    MetadataCache metadataCache,
    Blocks blocks,
    @Nullable Buddy buddy,
    @Nullable Unified unified,
    @Nullable Link link,
    @Nullable HostCopies hostCopies,
    @Nullable Sampling sampling,
    Energy joules,
    long schedulerCycles,
    long assistInstructions,
    Map<WarpState, Long> stalls,
    Map<OperationClass, Long> instructions,
    long foldedInstructions,
    List<Launch> launches,
    List<Breakdown.Kernel> kernels,
    @Nullable Breakdown breakdown) {
  /** Name and version of it as a document. */
  public static final String SCHEMA = "magpie.simulate/1";

  /** Accesses to memory: lines of which the L2 fetched something, or wrote something back. */
  public long memoryAccesses() {
    return l2.memoryAccesses();
  }

  /**
   * Launches of a program that were timed.
   *
   * @param first its number in the program, from 0 on
   * @param launches how many
   * @param warmUp how many before it were simulated to fill caches, and are counted nowhere
   */
  public record Window(int first, int launches, int warmUp) {}

  /**
   * Device memory up to the end of the last allocation. What is not several times as large as the
   * L2 hardly needs DRAM, and says little about it.
   *
   * @param timesL2 the same over the bytes of the L2
   */
  public record Footprint(long bytes, double timesL2) {}

  /**
   * A layout of memory.
   *
   * @param name of it, with its parameters
   * @param relocations pages that were laid out anew
   * @param relocatedBytes what that moved beside the blocks
   */
  public record Layout(String name, long relocations, long relocatedBytes) {}

  /**
   * All channels.
   *
   * @param bursts that went to the DRAM
   * @param utilization share of the peak
   * @param forwardedReads answered from a write that waited, without the DRAM
   * @param mergedWrites that took the place of one that waited
   */
  public record Dram(
      String name,
      long reads,
      long writes,
      long bursts,
      long bytes,
      long rowHits,
      long rowMisses,
      long rowConflicts,
      double rowHitRate,
      double bandwidth,
      double peakBandwidth,
      double utilization,
      long forwardedReads,
      long mergedWrites,
      long activates,
      long refreshes,
      double meanReadLatency,
      List<Channel> channels) {}

  /** One of them. */
  public record Channel(
      long reads,
      long writes,
      long bursts,
      long bytes,
      long rowHits,
      long rowMisses,
      long rowConflicts,
      double rowHitRate,
      double bandwidth,
      double utilization) {}

  /**
   * Lines of 128 bytes that loads and stores asked of the L1.
   *
   * @param merged that waited for what had been asked for already
   * @param uncached of loads and atomics that pass it by
   * @param writes that went to the L2
   * @param sharedAccesses instructions that accessed shared memory
   * @param sharedConflictCycles that they took beyond one each
   */
  public record L1(
      long hits,
      long merged,
      long misses,
      long uncached,
      long writes,
      double hitRate,
      long sharedAccesses,
      long sharedConflictCycles) {}

  /**
   * Requests of multiprocessors, and what they found.
   *
   * @param sectorMisses lines that were there without the sectors that were asked for
   * @param meanLatency cycles from a read's offer to its answer
   */
  public record L2(
      long reads,
      long writes,
      long atomics,
      long hits,
      long merged,
      long misses,
      long sectorMisses,
      long writeHits,
      long writeMisses,
      long evictions,
      long writeBacks,
      double hitRate,
      double meanLatency) {
    long memoryAccesses() {
      return misses + sectorMisses + writeBacks;
    }
  }

  /** Flits each way, and the shares of those that it can carry where it has fewest ports. */
  public record Crossbar(
      long requestFlits, long answerFlits, double requestUtilization, double answerUtilization) {}

  /** Look-ups of all controllers, and the bytes that moved for them. */
  public record MetadataCache(
      long accesses, long misses, double hitRate, long readBytes, long writtenBytes) {}

  /**
   * Blocks that moved coded; none without a codec.
   *
   * @param mergingReads because a part of a line was to be written
   * @param approximated that a lossy codec changed
   * @param compressed that were tried to be compressed
   * @param assisted that multiprocessors coded, by assist warps
   */
  public record Blocks(
      Moved reads,
      Moved writes,
      double rawRatio,
      double effectiveRatio,
      long mergingReads,
      long approximated,
      long compressed,
      long decompressed,
      long assisted) {}

  /**
   * Blocks that moved one way.
   *
   * @param bursts how many moved in so many bursts, from none on
   */
  public record Moved(
      long blocks, Map<Integer, Long> bursts, double rawRatio, double effectiveRatio) {}

  /**
   * What Buddy memory did.
   *
   * @param targets that memory has
   * @param coveredBytes that have targets
   * @param deviceBytes that these take of device memory, without metadata
   * @param accesses to them
   * @param buddyAccesses that needed buddy memory
   * @param shareOfAll these over all accesses to memory, to what has no target among them
   * @param overflows writes after which an entry needs more sectors than before
   */
  public record Buddy(
      String targets,
      long coveredBytes,
      long deviceBytes,
      double ratio,
      long accesses,
      long buddyAccesses,
      double buddyShare,
      double shareOfAll,
      long sectorsRead,
      long sectorsWritten,
      long overflows) {}

  /**
   * What unified memory did.
   *
   * @param bytes of it
   * @param roomBytes that the device has room for
   * @param faults pages that accesses waited for
   * @param waitingAccesses of the L2 that did
   * @param batches in which the driver took faults
   * @param driverShare of the time in which it had a batch
   * @param migratedPages that came to the device
   * @param prefetchedPages of them, that had not faulted
   * @param evictedBlocks that left it
   * @param evictedPages of them, that were there
   */
  public record Unified(
      long bytes,
      long roomBytes,
      long faults,
      long waitingAccesses,
      long batches,
      double driverShare,
      long migratedPages,
      long prefetchedPages,
      long evictedBlocks,
      long evictedPages) {}

  /**
   * Blocks and launches that were timed for others, too: all cycles, counts and bytes of the result
   * are estimates for all.
   *
   * @param launches of which some blocks were timed
   * @param blocks of these, and {@code timedBlocks} of them that were timed
   * @param error by how much cycles may be off, as a share of all, with a confidence of 95 %: what
   *     it is for each launch, added up
   * @param bytesError the same of the DRAM's bytes
   * @param kernels that had long launches
   * @param repeats launches that were timed for others; null if that was not asked for
   */
  public record Sampling(
      long launches,
      long blocks,
      long timedBlocks,
      double error,
      double bytesError,
      List<SampledKernel> kernels,
      @Nullable SampledLaunches repeats) {}

  /**
   * Launches that were timed for others.
   *
   * @param timed how many were
   * @param skipped how many were not
   * @param kernels that had such
   */
  public record SampledLaunches(long timed, long skipped, List<RepeatedKernel> kernels) {}

  /**
   * A kernel with launches of a size that were not timed.
   *
   * @param blocks of its grid
   * @param error by how much cycles of one may be off, as a share, with a confidence of 95 %; the
   *     largest
   * @param bytesError the same of the DRAM's bytes
   */
  public record RepeatedKernel(
      String kernel, long blocks, int timed, int skipped, double error, double bytesError) {}

  /**
   * A kernel with long launches.
   *
   * @param checked launches that were timed whole, as they did not become steady early enough
   * @param waves of blocks after which no more began in the others, at most
   * @param error by how much their cycles may be off, as a share, with a confidence of 95 %; the
   *     largest
   * @param bytesError the same of the DRAM's bytes
   * @param sampled launches
   */
  public record SampledKernel(
      String kernel, int checked, int waves, double error, double bytesError, int sampled) {}

  /** What the host copied between launches, to the GPU and from it. */
  public record HostCopies(Copies toDevice, Copies toHost) {}

  /**
   * Copies of one direction.
   *
   * @param copies how many
   * @param cycles for which launches waited
   */
  public record Copies(long copies, long bytes, long cycles) {}

  /**
   * The links to buddy memory or memory of the host, without copies of the host.
   *
   * @param reads packets that asked for sectors; pages of unified memory are not packets
   * @param bytesTo from the device, headers and pages with them
   * @param bytesFrom to the device, likewise
   */
  public record Link(
      int links,
      double peakBandwidth,
      long reads,
      long writes,
      long bytesTo,
      long bytesFrom,
      double utilizationTo,
      double utilizationFrom,
      double meanReadLatency) {}

  /**
   * A launch.
   *
   * @param launch its number in the program, from 0 on
   * @param begin its first cycle, from that of the first launch on
   * @param blocks of its grid
   * @param timedBlocks of them that were timed; the launch's figures are those of all
   * @param blocksPerMultiprocessor that fit at once
   * @param limitedBy what keeps more from it, as {@code registers}
   * @param dramBytes that went over the data buses while it ran
   * @param codedAccesses to lines that are held coded
   * @param buddyAccesses of them that needed buddy memory
   * @param linkBytes both ways over the links, headers too
   */
  public record Launch(
      int launch,
      String kernel,
      long begin,
      long cycles,
      long warpInstructions,
      double ipc,
      long blocks,
      long timedBlocks,
      int blocksPerMultiprocessor,
      String limitedBy,
      long dramBytes,
      double bandwidth,
      long codedAccesses,
      long buddyAccesses,
      long linkBytes) {}
}
