package dev.magpie.gpu;

import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MovedBlocks;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what the parts of a GPU have counted.
 *
 * @param footprint bytes of device memory
 */
record Totals(
    GpuConfig config,
    Compression coding,
    LaunchLog log,
    @Nullable HostCopyLog copies,
    @Nullable BlockSampling sampling,
    long footprint,
    MultiprocessorCounters core,
    MemoryCounters memory,
    List<ChannelCounters> channels) {

  Totals(
      GpuConfig config,
      Compression coding,
      LaunchLog log,
      @Nullable HostCopyLog copies,
      @Nullable BlockSampling sampling,
      long footprint,
      GpuCounts counts) {
    this(
        config,
        coding,
        log,
        copies,
        sampling,
        footprint,
        counts.core(),
        counts.memory(),
        counts.channels());
  }

  SimulationResult result(String kind, String source) {
    return new SimulationResult(
        config.name(),
        kind,
        source,
        coding.codecLabel(),
        coding
            .otherLayout()
            .map(name ->
                new SimulationResult.Layout(name, memory.relocations, memory.relocatedBytes)),
        coding.magBytes(),
        config.controller().metadataCache().bytes(),
        new SimulationResult.Footprint(footprint, (double) footprint / config.l2().bytes()),
        config.clockMegahertz(),
        log.window(),
        cycles(),
        seconds(),
        core.warpInstructions(),
        core.threadInstructions,
        (double) core.warpInstructions() / cycles(),
        log.hostSeconds(),
        core.warpInstructions() / log.hostSeconds(),
        dram(),
        l1(core.memory),
        l2(memory),
        new SimulationResult.Crossbar(
            memory.requestFlits,
            memory.answerFlits,
            crossbarUtilization(memory.requestFlits),
            crossbarUtilization(memory.answerFlits)),
        new SimulationResult.MetadataCache(
            memory.metadataAccesses,
            memory.metadataMisses,
            memory.metadataHitRate(),
            memory.metadataReadBytes,
            memory.metadataWrittenBytes),
        blocks(),
        coding.isBuddy() ? buddy() : null,
        coding.isUnified() ? unified() : null,
        coding.needsLinks() ? link(config.buddy().orElseThrow()) : null,
        copies == null ? null : copies.result(),
        sampling == null ? null : sampling.result(),
        Energy.of(config, coding, sum(), memory),
        core.schedulerCycles,
        core.assistInstructions,
        core.stalls(),
        core.instructions(),
        core.foldedInstructions,
        log.launches(config.clockMegahertz()));
  }

  private long cycles() {
    return log.cycles() + (copies == null ? 0 : copies.cycles());
  }

  private double seconds() {
    return cycles() / (config.clockMegahertz() * 1e6);
  }

  private ChannelCounters sum() {
    ChannelCounters sum = new ChannelCounters();
    channels.forEach(sum::add);
    return sum;
  }

  private long bytes(ChannelCounters counters) {
    return counters.accesses() * config.dram().accessBytes();
  }

  private double bandwidth(ChannelCounters counters) {
    return bytes(counters) / seconds() / 1e9;
  }

  private SimulationResult.Dram dram() {
    ChannelCounters all = sum();
    return new SimulationResult.Dram(
        config.dram().name(),
        all.reads,
        all.writes,
        all.accesses(),
        bytes(all),
        all.rowHits,
        all.rowMisses,
        all.rowConflicts,
        all.rowHitRate(),
        bandwidth(all),
        config.peakGigabytesPerSecond(),
        bandwidth(all) / config.peakGigabytesPerSecond(),
        all.forwardedReads,
        all.mergedWrites,
        all.activates,
        all.refreshes,
        all.meanReadLatency(),
        channels.stream().map(this::channel).toList());
  }

  private SimulationResult.Channel channel(ChannelCounters counters) {
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
        bandwidth(counters) / config.dram().peakGigabytesPerSecond());
  }

  private static SimulationResult.L1 l1(LoadStoreCounters l1) {
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

  private static SimulationResult.L2 l2(MemoryCounters l2) {
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

  private double crossbarUtilization(long flits) {
    long ports = Math.min(config.multiprocessors(), config.l2().slices());
    return (double) flits / (ports * cycles());
  }

  private SimulationResult.Blocks blocks() {
    MovedBlocks reads = memory.codedReads;
    MovedBlocks writes = memory.codedWrites;
    double bytes = (double) (reads.blocks() + writes.blocks()) * MemoryAccess.LINE_BYTES;
    return new SimulationResult.Blocks(
        moved(reads),
        moved(writes),
        bytes / (reads.codeBytes() + writes.codeBytes()),
        bytes / (reads.movedBytes() + writes.movedBytes()),
        memory.mergingReads,
        memory.approximatedBlocks,
        memory.compressedBlocks,
        memory.decompressedBlocks,
        memory.assistedBlocks);
  }

  private SimulationResult.Moved moved(MovedBlocks moved) {
    Map<Integer, Long> byBursts = new LinkedHashMap<>();
    for (int i = 0; i <= MemoryAccess.LINE_BYTES / coding.magBytes(); i++) {
      byBursts.put(i, moved.blocksOf(i));
    }
    return new SimulationResult.Moved(
        moved.blocks(), byBursts, moved.rawRatio(), moved.effectiveRatio());
  }

  private SimulationResult.Buddy buddy() {
    long accesses = memory.codedReads.blocks() + memory.codedWrites.blocks();
    return new SimulationResult.Buddy(
        coding.targetsLabel(),
        memory.buddyCoveredBytes,
        memory.buddyDeviceBytes,
        (double) memory.buddyCoveredBytes / memory.buddyDeviceBytes,
        accesses,
        memory.buddyAccesses,
        (double) memory.buddyAccesses / accesses,
        (double) memory.buddyAccesses / l2(memory).memoryAccesses(),
        memory.buddySectorsRead,
        memory.buddySectorsWritten,
        memory.overflows);
  }

  private SimulationResult.Unified unified() {
    return new SimulationResult.Unified(
        memory.unifiedBytes,
        memory.unifiedRoomBytes,
        memory.pageFaults,
        memory.parkedAccesses,
        memory.faultBatches,
        (double) memory.faultCycles / cycles(),
        memory.migratedPages,
        memory.prefetchedPages,
        memory.evictedBlocks,
        memory.evictedPages);
  }

  private SimulationResult.Link link(BuddyLinkConfig links) {
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
