package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MovedBlocks;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what the parts of a GPU have counted.
 *
 * @param parts the same by kernel, and by what else was asked for
 * @param footprint bytes of device memory
 */
record Totals(
    GpuConfig config,
    Compression coding,
    LaunchLog log,
    @Nullable HostCopyLog copies,
    Sampling sampling,
    CounterLog parts,
    long footprint,
    Counted counted) {

  SimulationResult result(String kind, String source) {
    MultiprocessorCounters core = counted.counts().core();
    MemoryCounters memory = memory();
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
        counted.cycles(),
        counted.seconds(),
        core.warpInstructions(),
        core.threadInstructions(),
        (double) core.warpInstructions() / counted.cycles(),
        log.hostSeconds(),
        core.warpInstructions() / log.hostSeconds(),
        dram(),
        Counted.l1(core.memory),
        counted.l2(),
        counted.crossbar(),
        counted.metadataCache(),
        blocks(),
        coding.isBuddy() ? buddy() : null,
        coding.isUnified() ? unified() : null,
        coding.needsLinks() ? counted.link() : null,
        copies == null ? null : copies.result(),
        sampling.result(counted.cycles(), counted.counts().accesses()),
        Energy.of(config, coding, counted.sum(), memory),
        core.schedulerCycles,
        core.assistInstructions,
        core.stalls(),
        core.instructions(),
        core.foldedInstructions,
        log.launches(config.clockMegahertz()),
        parts.kernels(),
        parts.breakdown());
  }

  private MemoryCounters memory() {
    return counted.counts().memory();
  }

  private SimulationResult.Dram dram() {
    ChannelCounters all = counted.sum();
    double peak = config.peakGigabytesPerSecond();
    return new SimulationResult.Dram(
        config.dram().name(),
        all.reads,
        all.writes,
        all.accesses(),
        counted.bytes(all),
        all.rowHits,
        all.rowMisses,
        all.rowConflicts,
        all.rowHitRate(),
        counted.bandwidth(all),
        peak,
        counted.bandwidth(all) / peak,
        all.forwardedReads,
        all.mergedWrites,
        all.activates,
        all.refreshes,
        all.meanReadLatency(),
        counted.channels());
  }

  private SimulationResult.Blocks blocks() {
    MemoryCounters memory = memory();
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
    MemoryCounters memory = memory();
    long accesses = memory.codedReads.blocks() + memory.codedWrites.blocks();
    return new SimulationResult.Buddy(
        coding.targetsLabel(),
        memory.buddyCoveredBytes,
        memory.buddyDeviceBytes,
        (double) memory.buddyCoveredBytes / memory.buddyDeviceBytes,
        accesses,
        memory.buddyAccesses,
        (double) memory.buddyAccesses / accesses,
        (double) memory.buddyAccesses / counted.l2().memoryAccesses(),
        memory.buddySectorsRead,
        memory.buddySectorsWritten,
        memory.overflows);
  }

  private SimulationResult.Unified unified() {
    MemoryCounters memory = memory();
    return new SimulationResult.Unified(
        memory.unifiedBytes,
        memory.unifiedRoomBytes,
        memory.pageFaults,
        memory.parkedAccesses,
        memory.faultBatches,
        (double) memory.faultCycles / counted.cycles(),
        memory.migratedPages,
        memory.prefetchedPages,
        memory.evictedBlocks,
        memory.evictedPages);
  }
}
