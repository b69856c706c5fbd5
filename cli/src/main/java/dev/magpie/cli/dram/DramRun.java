package dev.magpie.cli.dram;

import dev.magpie.cli.Quantity;
import dev.magpie.cli.Report;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.trace.TraceFormat;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a trace took.
 *
 * @param cycles until the last read had its data and the last write was accepted
 * @param drainedCycles until the last write was in the memory too
 * @param hostSeconds that it took here
 */
record DramRun(
    Path trace,
    TraceFormat format,
    DramMemory memory,
    long cycles,
    long drainedCycles,
    double hostSeconds)
    implements Report {

  @Override
  public void writeJson(OutputStream out) {
    DramJson.write(this, out);
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return summary() + "\n\n" + TextTable.render(table(), width);
  }

  ChannelCounters counters() {
    return memory.counters();
  }

  DramConfig config() {
    return memory.config();
  }

  long bytesMoved() {
    return counters().accesses() * config().accessBytes();
  }

  double seconds() {
    return cycles * config().nanosecondsPerCycle() / 1e9;
  }

  /** GB/s, until all is moved. */
  double bandwidth() {
    return bytesMoved() / (drainedCycles * config().nanosecondsPerCycle());
  }

  double utilization() {
    return bandwidth() / memory.peakGigabytesPerSecond();
  }

  double joules() {
    return config().energy().activateJoules(counters().activates)
        + config().energy().columnJoules(bytesMoved())
        + config().energy().ioJoules(bytesMoved());
  }

  String summary() {
    return String.format(
        Locale.ROOT,
        "%s, %s: %s in %,d cycles of %.0f MHz, %.1f of %.1f GB/s",
        config().name(),
        Quantity.count(memory.channels(), "channel"),
        Quantity.count(counters().requests(), "request"),
        cycles,
        config().clockMegahertz(),
        bandwidth(),
        memory.peakGigabytesPerSecond());
  }

  Table table() {
    ChannelCounters counters = counters();
    return Table.titled("")
        .text("dram")
        .number("channels", 0)
        .number("requests", 0)
        .number("cycles", 0)
        .number("bandwidth", 2, "GB/s")
        .number("of peak", 1, "%")
        .number("row hits", 1, "%")
        .number("mean read latency", 1, "cycles")
        .number("energy", 3, "mJ")
        .number("host", 3, "s")
        .row(
            config().name(),
            memory.channels(),
            counters.requests(),
            cycles,
            bandwidth(),
            100 * utilization(),
            100 * counters.rowHitRate(),
            counters.reads == 0 ? null : counters.meanReadLatency(),
            1e3 * joules(),
            hostSeconds)
        .build();
  }
}
