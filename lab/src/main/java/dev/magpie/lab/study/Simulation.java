package dev.magpie.lab.study;

import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a program did on the simulated GPU.
 *
 * @param cycles of the core clock, all launches
 * @param warpInstructions executed
 * @param launches of kernels
 * @param memoryBytes that the program allocated
 * @param dramBytes that moved to and from DRAM, metadata among them
 * @param metadataBytes among them
 * @param blocksByBursts coded blocks that moved, by the bursts that they took from none on; all 0
 *     without compression
 * @param blocksByBytes the same blocks by what they take in whole bytes, raw ones as they are
 * @param metadataAccesses look-ups in the metadata caches
 * @param metadataMisses among them
 * @param busyShare of the time that a channel's data bus was moving something, mean of all
 * @param l2Accesses reads and atomics that reached the L2
 * @param l2Misses among them
 * @param error mean relative error of the program's result; 0 if nothing was approximated
 */
public record Simulation(
    long cycles,
    long warpInstructions,
    int launches,
    long memoryBytes,
    long dramBytes,
    long metadataBytes,
    List<Long> blocksByBursts,
    Map<Integer, Long> blocksByBytes,
    long metadataAccesses,
    long metadataMisses,
    double busyShare,
    long l2Accesses,
    long l2Misses,
    double error) {
  private static final int BLOCK_BYTES = 128;

  public Simulation {
    blocksByBursts = List.copyOf(blocksByBursts);
    blocksByBytes = Collections.unmodifiableSortedMap(new TreeMap<>(blocksByBytes));
  }

  /**
   * What a GPU has done.
   *
   * @param memoryBytes that the program allocated
   * @param error of the program's result
   */
  public static Simulation of(TimedGpu gpu, long memoryBytes, double error) {
    GpuConfig config = gpu.config();
    ChannelCounters dram = gpu.dram();
    MemoryCounters counters = gpu.memoryCounters();
    List<Long> blocks = new ArrayList<>();
    for (int bursts = 0; bursts <= BLOCK_BYTES / config.dram().accessBytes(); bursts++) {
      blocks.add(counters.codedReads.blocksOf(bursts) + counters.codedWrites.blocksOf(bursts));
    }
    Map<Integer, Long> byBytes = new TreeMap<>();
    for (int bytes = 0; bytes <= BLOCK_BYTES; bytes++) {
      long coded =
          counters.codedReads.blocksOfCode(bytes) + counters.codedWrites.blocksOfCode(bytes);
      if (coded > 0) {
        byBytes.put(bytes, coded);
      }
    }
    double dramCycles =
        gpu.timedCycles() * config.dram().clockMegahertz() / config.clockMegahertz();
    return new Simulation(
        gpu.timedCycles(),
        gpu.counts().warpInstructions(),
        gpu.launches(),
        memoryBytes,
        gpu.dramBytes(),
        counters.metadataReadBytes + counters.metadataWrittenBytes,
        blocks,
        byBytes,
        counters.metadataAccesses,
        counters.metadataMisses,
        dram.dataBusCycles / (dramCycles * config.controller().channels()),
        counters.l2Hits + counters.l2Merges + counters.l2Misses + counters.l2SectorMisses,
        counters.l2Misses + counters.l2SectorMisses,
        error);
  }

  /** Coded blocks that moved. */
  public long blocks() {
    return blocksByBursts.stream().mapToLong(Long::longValue).sum();
  }

  /** Percent of the blocks that moved in so many bursts. */
  public double share(int bursts) {
    return 100.0 * blocksByBursts.get(bursts) / blocks();
  }

  /** Percent of the blocks that moved in fewer bursts than an uncompressed one. */
  public double compressedShare() {
    return 100 - share(blocksByBursts.size() - 1);
  }

  /** Uncompressed bytes over coded ones, of the blocks that moved. */
  public double rawRatio() {
    long coded =
        blocksByBytes.entrySet().stream().mapToLong(each -> each.getKey() * each.getValue()).sum();
    return (double) BLOCK_BYTES * blocks() / coded;
  }

  /** Uncompressed bytes over those of whole bursts, of the blocks that moved. */
  public double effectiveRatio() {
    long bursts = 0;
    for (int i = 0; i < blocksByBursts.size(); i++) {
      bursts += i * blocksByBursts.get(i);
    }
    return (double) (blocksByBursts.size() - 1) * blocks() / bursts;
  }

  /** Percent of the metadata look-ups that missed; NaN without any. */
  public double metadataMissRate() {
    return 100.0 * metadataMisses / metadataAccesses;
  }
}
