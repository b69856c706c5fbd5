package dev.magpie.cli.dram;

import dev.magpie.cli.Quantity;
import dev.magpie.cli.Report;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.report.Csv;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.Locale;

/** What a trace took, as a table. */
record DramTables(TraceRun run) implements Report {
  static final DocumentType<TraceRun> TYPE = new DocumentType<>("magpie.dram/1", TraceRun.class);

  @Override
  public void writeJson(OutputStream out) {
    TYPE.write(run, out);
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return summary() + "\n\n" + TextTable.render(table(), width);
  }

  private String summary() {
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

  private Table table() {
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
            run.dram(),
            run.channels(),
            run.requests(),
            run.cycles(),
            run.bandwidth(),
            100 * run.utilization(),
            100 * run.rowHitRate(),
            run.reads() == 0 ? null : run.meanLatency(),
            1e3 * run.joules().total(),
            run.hostSeconds())
        .build();
  }
}
