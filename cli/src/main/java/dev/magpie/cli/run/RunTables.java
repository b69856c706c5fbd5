package dev.magpie.cli.run;

import dev.magpie.cli.Report;
import dev.magpie.ptx.execute.AccessCounts;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** What a job did, as tables. */
record RunTables(long launches, List<KernelTotals> kernels) implements Report {
  RunTables(JobRunner runner) {
    this(runner.launches(), List.copyOf(runner.totals()));
  }

  @Override
  public void writeJson(OutputStream out) {
    RunJson.write(this, out);
  }

  @Override
  public String csv() {
    return Csv.render(instructions());
  }

  @Override
  public String text(int width) {
    return summary()
        + "\n\n"
        + TextTable.render(instructions(), width)
        + "\n"
        + TextTable.render(accesses(), width);
  }

  String summary() {
    long warps = kernels.stream().mapToLong(kernel -> kernel.executed().warps()).sum();
    double seconds = kernels.stream().mapToDouble(KernelTotals::hostSeconds).sum();
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d warp-instructions in %.3f s",
        launches,
        launches == 1 ? "launch" : "launches",
        warps,
        seconds);
  }

  /** Instructions by class. */
  Table instructions() {
    Table.Builder table =
        Table.titled("")
            .text("kernel")
            .text("class")
            .number("warp-instructions", 0)
            .number("thread-instructions", 0)
            .number("lanes", 1);
    for (KernelTotals kernel : kernels) {
      kernel
          .byClass()
          .forEach((kind, executed) ->
              table.row(
                  kernel.name(),
                  kind.toString(),
                  executed.warps(),
                  executed.threads(),
                  (double) executed.threads() / executed.warps()));
    }
    return table.build();
  }

  /** Accesses to memory by space, kind and width. */
  Table accesses() {
    Table.Builder table =
        Table.titled("")
            .text("kernel")
            .text("memory")
            .text("access")
            .number("bytes a thread", 0)
            .number("requests", 0)
            .number("threads", 0)
            .number("sectors a request", 2);
    for (KernelTotals kernel : kernels) {
      for (AccessCounts.Row row : kernel.accesses()) {
        table.row(
            kernel.name(),
            row.space().toString(),
            row.access().name().toLowerCase(Locale.ROOT),
            row.bytes(),
            row.requests(),
            row.threads(),
            row.sectors() == 0 ? null : (Double) ((double) row.sectors() / row.requests()));
      }
    }
    return table.build();
  }
}
