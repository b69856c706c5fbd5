package dev.magpie.cli.dram;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.stream.IntStream;

/** What a trace took, all channels together and each of them. */
record DramDocument(@JsonUnwrapped TraceRun run, List<Channel> byChannel) {
  static final DocumentType<DramDocument> TYPE =
      new DocumentType<>("magpie.dram/1", DramDocument.class);

  /**
   * What one channel has done.
   *
   * @param bytes moved
   * @param bandwidth in GB/s, until all channels had moved all
   * @param utilization share of the channel's peak
   * @param rowHitRate NaN without accesses
   * @param meanLatency in cycles; NaN without reads
   */
  record Channel(
      int channel,
      long reads,
      long writes,
      long bytes,
      double bandwidth,
      double utilization,
      long rowHits,
      long rowMisses,
      long rowConflicts,
      double rowHitRate,
      double meanLatency,
      long activates,
      long precharges,
      long refreshes) {
    private static Channel of(int number, ChannelCounters counters, TraceRun run, DramMemory of) {
      long bytes = counters.accesses() * of.config().accessBytes();
      double bandwidth = bytes / (run.drainedCycles() * of.config().nanosecondsPerCycle());
      return new Channel(
          number,
          counters.reads,
          counters.writes,
          bytes,
          bandwidth,
          bandwidth / of.config().peakGigabytesPerSecond(),
          counters.rowHits,
          counters.rowMisses,
          counters.rowConflicts,
          counters.rowHitRate(),
          counters.meanReadLatency(),
          counters.activates,
          counters.precharges,
          counters.refreshes);
    }
  }

  /**
   * What a run did to a memory.
   *
   * @param memory that only this run used
   */
  static DramDocument of(TraceRun run, DramMemory memory) {
    return new DramDocument(
        run,
        IntStream.range(0, memory.channels())
            .mapToObj(n -> Channel.of(n, memory.channel(n).counters(), run, memory))
            .toList());
  }
}
