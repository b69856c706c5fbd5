package dev.magpie.gpu.trace;

import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramEnergy;
import dev.magpie.gpu.dram.DramMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * What a trace took in a DRAM.
 *
 * @param dram name of the configuration
 * @param cycles until the last read had its data and the last write was accepted
 * @param drainedCycles until the last write was in the memory too
 * @param seconds that the cycles are
 * @param hostSeconds that it took here
 * @param bytes moved
 * @param bandwidth in GB/s, until all was moved
 * @param peakBandwidth in GB/s
 * @param utilization share of the peak
 * @param rowHitRate NaN without accesses
 * @param meanLatency in cycles; NaN without reads
 */
public record TraceRun(
    Path trace,
    TraceFormat traceFormat,
    String dram,
    String standard,
    double clockMegahertz,
    int channels,
    long requests,
    long reads,
    long writes,
    long cycles,
    long drainedCycles,
    double seconds,
    double hostSeconds,
    long bytes,
    double bandwidth,
    double peakBandwidth,
    double utilization,
    long rowHits,
    long rowMisses,
    long rowConflicts,
    double rowHitRate,
    double meanLatency,
    long forwardedReads,
    long mergedWrites,
    long activates,
    long precharges,
    long refreshes,
    Joules joules) {

  /**
   * Energy.
   *
   * @param source of the figures
   */
  public record Joules(double activate, double column, double io, double total, String source) {
    private static Joules of(DramEnergy energy, long activates, long bytes) {
      double activate = energy.activateJoules(activates);
      double column = energy.columnJoules(bytes);
      double io = energy.ioJoules(bytes);
      return new Joules(activate, column, io, activate + column + io, energy.source());
    }
  }

  /**
   * Puts a trace to a memory that has done nothing yet.
   *
   * @param perCycle requests that may be offered in a cycle, all channels together
   * @param progress is told of bytes of the file as they are read
   * @throws TraceException if the file holds no requests, or others than the format has
   */
  public static TraceRun of(
      Path trace, TraceFormat format, DramMemory memory, int perCycle, LongConsumer progress)
      throws IOException {
    long start = System.nanoTime();
    long cycles;
    try (RequestTrace requests =
        Traces.open(trace, format, memory.config(), memory.map(), memory.channels())) {
      cycles = TraceReplay.run(requests, memory, perCycle, progress);
    }
    double hostSeconds = (System.nanoTime() - start) / 1e9;
    if (memory.counters().requests() == 0) {
      throw new TraceException(trace + ": holds no requests");
    }
    return of(trace, format, memory, cycles, hostSeconds);
  }

  private static TraceRun of(
      Path trace, TraceFormat format, DramMemory memory, long cycles, double hostSeconds) {
    long drained = memory.drain();
    DramConfig config = memory.config();
    ChannelCounters counters = memory.counters();
    long bytes = counters.accesses() * config.accessBytes();
    double bandwidth = bytes / (drained * config.nanosecondsPerCycle());
    return new TraceRun(
        trace,
        format,
        config.name(),
        config.standard(),
        config.clockMegahertz(),
        memory.channels(),
        counters.requests(),
        counters.reads,
        counters.writes,
        cycles,
        drained,
        cycles * config.nanosecondsPerCycle() / 1e9,
        hostSeconds,
        bytes,
        bandwidth,
        memory.peakGigabytesPerSecond(),
        bandwidth / memory.peakGigabytesPerSecond(),
        counters.rowHits,
        counters.rowMisses,
        counters.rowConflicts,
        counters.rowHitRate(),
        counters.meanReadLatency(),
        counters.forwardedReads,
        counters.mergedWrites,
        counters.activates,
        counters.precharges,
        counters.refreshes,
        Joules.of(config.energy(), counters.activates, bytes));
  }
}
