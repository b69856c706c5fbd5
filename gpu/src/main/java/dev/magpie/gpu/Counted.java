package dev.magpie.gpu;

import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.List;

/**
 * What a GPU counted while so many cycles passed, as results have it.
 *
 * @param cycles of the core clock
 */
record Counted(GpuConfig config, long cycles, GpuCounts counts) {
  double seconds() {
    return cycles / (config.clockMegahertz() * 1e6);
  }

  Counters counters() {
    return new Counters(
        core(counts.core(), cycles),
        l2(),
        crossbar(),
        metadataCache(),
        channel(sum(), config.peakGigabytesPerSecond()));
  }

  static Counters.Core core(MultiprocessorCounters core, long cycles) {
    return new Counters.Core(
        cycles,
        core.warpInstructions(),
        core.threadInstructions(),
        (double) core.warpInstructions() / cycles,
        core.schedulerCycles,
        core.assistInstructions,
        core.stalls(),
        core.instructions(),
        core.foldedInstructions,
        l1(core.memory),
        requests(core.memory));
  }

  static SimulationResult.L1 l1(LoadStoreCounters l1) {
    return new SimulationResult.L1(
        l1.hits,
        l1.merged,
        l1.misses,
        l1.uncached,
        l1.writes,
        (double) (l1.hits + l1.merged) / (l1.hits + l1.merged + l1.misses),
        l1.sharedAccesses,
        l1.sharedConflictCycles);
  }

  static Counters.Requests requests(LoadStoreCounters memory) {
    return new Counters.Requests(
        memory.requests,
        memory.requestMisses,
        memory.fetchedSectors * MemoryAccess.SECTOR_BYTES,
        memory.requestFlits,
        memory.answerFlits);
  }

  SimulationResult.L2 l2() {
    MemoryCounters l2 = counts.memory();
    long looked = l2.l2Hits + l2.l2Merges + l2.l2Misses + l2.l2SectorMisses;
    return new SimulationResult.L2(
        l2.reads,
        l2.writes,
        l2.atomics,
        l2.l2Hits,
        l2.l2Merges,
        l2.l2Misses,
        l2.l2SectorMisses,
        l2.l2WriteHits,
        l2.l2WriteMisses,
        l2.l2Evictions,
        l2.l2WriteBacks,
        (double) (l2.l2Hits + l2.l2Merges) / looked,
        l2.meanLatency());
  }

  SimulationResult.Crossbar crossbar() {
    MemoryCounters memory = counts.memory();
    return new SimulationResult.Crossbar(
        memory.requestFlits,
        memory.answerFlits,
        crossbarUtilization(memory.requestFlits),
        crossbarUtilization(memory.answerFlits));
  }

  private double crossbarUtilization(long flits) {
    long ports = Math.min(config.multiprocessors(), config.l2().slices());
    return (double) flits / (ports * cycles);
  }

  SimulationResult.MetadataCache metadataCache() {
    MemoryCounters memory = counts.memory();
    return new SimulationResult.MetadataCache(
        memory.metadataAccesses,
        memory.metadataMisses,
        memory.metadataHitRate(),
        memory.metadataReadBytes,
        memory.metadataWrittenBytes);
  }

  /** All channels. */
  ChannelCounters sum() {
    ChannelCounters sum = new ChannelCounters();
    counts.channels().forEach(sum::add);
    return sum;
  }

  long bytes(ChannelCounters counters) {
    return counters.accesses() * config.dram().accessBytes();
  }

  double bandwidth(ChannelCounters counters) {
    return bytes(counters) / seconds() / 1e9;
  }

  /**
   * One channel, or several.
   *
   * @param peak of them
   */
  SimulationResult.Channel channel(ChannelCounters counters, double peak) {
    return new SimulationResult.Channel(
        counters.reads,
        counters.writes,
        counters.accesses(),
        bytes(counters),
        counters.rowHits,
        counters.rowMisses,
        counters.rowConflicts,
        counters.rowHitRate(),
        bandwidth(counters),
        bandwidth(counters) / peak);
  }

  /** Each channel by itself. */
  List<SimulationResult.Channel> channels() {
    double peak = config.dram().peakGigabytesPerSecond();
    return counts.channels().stream().map(each -> channel(each, peak)).toList();
  }

  /** The links, of a GPU that has some. */
  SimulationResult.Link link() {
    BuddyLinkConfig links = config.buddy().orElseThrow();
    MemoryCounters memory = counts.memory();
    return new SimulationResult.Link(
        links.links(),
        links.peakGigabytesPerSecond(),
        memory.linkReads,
        memory.linkWrites,
        memory.linkBytesTo,
        memory.linkBytesFrom,
        linkUtilization(links, memory.linkBytesTo),
        linkUtilization(links, memory.linkBytesFrom),
        (double) memory.linkReadCycles / memory.linkReads);
  }

  private double linkUtilization(BuddyLinkConfig links, long bytes) {
    return bytes / (seconds() * 1e9 * links.peakGigabytesPerSecond());
  }
}
