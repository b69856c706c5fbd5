package dev.magpie.lab.simulation;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.Gpu;
import dev.magpie.gpu.LatencyTolerance;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.GpuMemory;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.lab.RunSize;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** The GPU with a memory controller, and what it counts. */
final class SimulatedGpu implements AutoCloseable {
  private static final int BLOCK_BYTES = 128;

  private final GpuConfig config;
  private final GpuMemory memory;
  private final Gpu gpu;

  /**
   * A GPU at cycle 0.
   *
   * @param image the memory that the program sees
   * @param watched what stands between the multiprocessors and the memory
   */
  SimulatedGpu(Setup setup, RunSize size, DeviceImage image, UnaryOperator<MemorySystem> watched) {
    config = GpuVariants.of(setup, size);
    List<GpuMemory> made = new ArrayList<>();
    gpu =
        new Gpu(
            config,
            listener -> {
              made.add(new GpuMemory(config, compression(setup), image, listener));
              return watched.apply(made.getFirst());
            });
    memory = made.getFirst();
    gpu.observe(new LatencyTolerance(gpu, memory::setLatencyTolerance));
  }

  private static Compression compression(Setup setup) {
    return new Compression(
        CodecSpec.parse(setup.codec()),
        setup.mag(),
        0,
        setup.metadata().codeBytes(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  Gpu gpu() {
    return gpu;
  }

  /** All that was counted. */
  Simulation result(int launches, long memoryBytes, double error) {
    ChannelCounters channels = new ChannelCounters();
    for (int c = 0; c < config.controller().channels(); c++) {
      channels.add(memory.channel(c));
    }
    MemoryCounters counters = memory.counters();
    int accessBytes = config.dram().accessBytes();
    List<Long> blocks = new ArrayList<>();
    for (int bursts = 0; bursts <= BLOCK_BYTES / accessBytes; bursts++) {
      blocks.add(counters.codedReads.blocksOf(bursts) + counters.codedWrites.blocksOf(bursts));
    }
    double dramCycles = gpu.cycle() * config.dram().clockMegahertz() / config.clockMegahertz();
    return new Simulation(
        gpu.cycle(),
        gpu.counts().warpInstructions(),
        launches,
        memoryBytes,
        channels.accesses() * accessBytes,
        counters.metadataReadBytes + counters.metadataWrittenBytes,
        blocks,
        counters.codedReads.codeBytes() + counters.codedWrites.codeBytes(),
        counters.metadataAccesses,
        counters.metadataMisses,
        channels.dataBusCycles / (dramCycles * config.controller().channels()),
        counters.l2Hits + counters.l2Merges + counters.l2Misses + counters.l2SectorMisses,
        counters.l2Misses + counters.l2SectorMisses,
        error);
  }

  @Override
  public void close() {
    memory.close();
  }
}
