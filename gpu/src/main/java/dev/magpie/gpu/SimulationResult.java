package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.CoreCounts;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.BuddyCompression;
import dev.magpie.gpu.memory.LineCoding;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.List;

/**
 * What a simulation came to.
 *
 * @param kind of source
 * @param source what was simulated
 * @param launches in order
 * @param hostSeconds that they took here
 * @param core what the multiprocessors counted
 * @param memory what the L2 and the controllers counted
 * @param channels what each DRAM channel counted
 */
public record SimulationResult(
    String kind,
    String source,
    GpuConfig config,
    LineCoding coding,
    List<TimedLaunch> launches,
    double hostSeconds,
    CoreCounts core,
    MemoryCounters memory,
    List<ChannelCounters> channels) {

  /** Cycles of the core clock, launches summed. */
  public long cycles() {
    return launches.stream().mapToLong(each -> each.timing().cycles()).sum();
  }

  public double seconds() {
    return cycles() / (config.clockMegahertz() * 1e6);
  }

  public double instructionsPerCycle() {
    return (double) core.warpInstructions() / cycles();
  }

  public double instructionsPerHostSecond() {
    return core.warpInstructions() / hostSeconds;
  }

  public ChannelCounters dram() {
    ChannelCounters sum = new ChannelCounters();
    channels.forEach(sum::add);
    return sum;
  }

  public long bytes(ChannelCounters counters) {
    return counters.accesses() * config.dram().accessBytes();
  }

  /** GB/s of some channels. */
  public double bandwidth(ChannelCounters counters) {
    return bytes(counters) / seconds() / 1e9;
  }

  public double utilization() {
    return bandwidth(dram()) / config.peakGigabytesPerSecond();
  }

  public double utilization(ChannelCounters channel) {
    return bandwidth(channel) / config.dram().peakGigabytesPerSecond();
  }

  /** Share of the flits that the crossbar can carry one way, where it has fewest ports. */
  public double crossbarUtilization(long flits) {
    long ports = Math.min(config.multiprocessors(), config.l2().slices());
    return (double) flits / (ports * cycles());
  }

  public boolean hasBuddyMemory() {
    return coding instanceof BuddyCompression;
  }

  /** Accesses to lines with a target: entries read and written. */
  public long entryAccesses() {
    return memory.codedReads.blocks() + memory.codedWrites.blocks();
  }

  /** Share of what the links can carry one way. */
  public double linkUtilization(long bytes) {
    return bytes / (seconds() * 1e9 * config.buddy().orElseThrow().peakGigabytesPerSecond());
  }

  /** What the codec is called; {@code none} without one. */
  public String codec() {
    return coding.codec().toString();
  }

  /** What it took of energy. */
  public Energy energy() {
    return Energy.of(this);
  }
}
