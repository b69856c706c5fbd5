package dev.magpie.cli.dram;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.report.Columns;
import java.util.List;
import java.util.Locale;

/** What a trace took, for programs and for people. */
final class DramReport {
  private DramReport() {}

  static Report of(DramDocument document) {
    TraceRun run = document.run();
    return Report.of(
            DramDocument.TYPE,
            document,
            new Columns<TraceRun>()
                .text("dram", TraceRun::dram)
                .number("channels", 0, TraceRun::channels)
                .number("requests", 0, TraceRun::requests)
                .number("cycles", 0, TraceRun::cycles)
                .number("bandwidth", 2, "GB/s", TraceRun::bandwidth)
                .number("of peak", 1, "%", each -> 100 * each.utilization())
                .number("row hits", 1, "%", each -> 100 * each.rowHitRate())
                .number("mean read latency", 1, "cycles", TraceRun::meanLatency)
                .number("energy", 3, "mJ", each -> 1e3 * each.joules().total())
                .number("host", 3, "s", TraceRun::hostSeconds)
                .table(List.of(run)))
        .withCsv(TraceRun.class, List.of(run))
        .headed(summary(run));
  }

  /** What was asked for and how long it took, in a line. */
  static String summary(TraceRun run) {
    return String.format(
        Locale.ROOT,
        "%s, %s: %s in %,d cycles of %.0f MHz, %.1f of %.1f GB/s",
        run.dram(),
        Quantity.count(run.channels(), "channel"),
        Quantity.count(run.requests(), "request"),
        run.cycles(),
        run.clockMegahertz(),
        run.bandwidth(),
        run.peakBandwidth());
  }
}
