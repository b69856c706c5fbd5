package dev.magpie.cli.simulate;

import dev.magpie.cli.Report;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.CoreCounts;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.BuddyCompression;
import dev.magpie.gpu.memory.LineCoding;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.report.Csv;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

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
record SimulationResult(
    String kind,
    String source,
    GpuConfig config,
    LineCoding coding,
    List<LaunchRow> launches,
    double hostSeconds,
    CoreCounts core,
    MemoryCounters memory,
    List<ChannelCounters> channels)
    implements Report {

  /** Cycles of the core clock, launches summed. */
  long cycles() {
    return launches.stream().mapToLong(each -> each.timing().cycles()).sum();
  }

  double seconds() {
    return cycles() / (config.clockMegahertz() * 1e6);
  }

  double instructionsPerCycle() {
    return (double) core.warpInstructions() / cycles();
  }

  double instructionsPerHostSecond() {
    return core.warpInstructions() / hostSeconds;
  }

  ChannelCounters dram() {
    ChannelCounters sum = new ChannelCounters();
    channels.forEach(sum::add);
    return sum;
  }

  long bytes(ChannelCounters counters) {
    return counters.accesses() * config.dram().accessBytes();
  }

  /** GB/s of some channels. */
  double bandwidth(ChannelCounters counters) {
    return bytes(counters) / seconds() / 1e9;
  }

  double utilization() {
    return bandwidth(dram()) / config.peakGigabytesPerSecond();
  }

  double utilization(ChannelCounters channel) {
    return bandwidth(channel) / config.dram().peakGigabytesPerSecond();
  }

  /** Share of the flits that the crossbar can carry one way, where it has fewest ports. */
  double crossbarUtilization(long flits) {
    long ports = Math.min(config.multiprocessors(), config.l2().slices());
    return (double) flits / (ports * cycles());
  }

  boolean hasBuddyMemory() {
    return coding instanceof BuddyCompression;
  }

  /** Accesses to lines with a target: entries read and written. */
  long entryAccesses() {
    return memory.codedReads.blocks() + memory.codedWrites.blocks();
  }

  /** Share of what the links can carry one way. */
  double linkUtilization(long bytes) {
    return bytes / (seconds() * 1e9 * config.buddy().orElseThrow().peakGigabytesPerSecond());
  }

  /** What the codec is called; {@code none} without one. */
  String codec() {
    return coding.codec().toString();
  }

  @Override
  public void writeJson(OutputStream out) {
    SimulationJson.write(this, out);
  }

  @Override
  public String csv() {
    return Csv.render(SimulationTables.launches(this));
  }

  @Override
  public String text(int width) {
    StringBuilder text = new StringBuilder(summary()).append("\n\n");
    text.append(TextTable.render(SimulationTables.kernels(this), width)).append('\n');
    text.append(TextTable.render(SimulationTables.memory(this), width)).append('\n');
    if (!coding.isNone()) {
      text.append(TextTable.render(SimulationTables.blocks(this), width)).append('\n');
    }
    if (hasBuddyMemory()) {
      text.append(TextTable.render(SimulationTables.buddy(this), width)).append('\n');
    }
    return text.append(TextTable.render(SimulationTables.stalls(this), width)).toString();
  }

  private String summary() {
    return String.format(
        Locale.ROOT,
        "%s, codec %s: %,d %s in %,d cycles (%.3f ms), %.2f instructions a cycle, %.1f of %.1f GB/s",
        config.name(),
        codec(),
        launches.size(),
        launches.size() == 1 ? "launch" : "launches",
        cycles(),
        1e3 * seconds(),
        instructionsPerCycle(),
        bandwidth(dram()),
        config.peakGigabytesPerSecond());
  }
}
