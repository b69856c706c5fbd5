package dev.magpie.cli.run;

import dev.magpie.cli.Report;
import dev.magpie.job.KernelResult;
import dev.magpie.job.RunResult;
import dev.magpie.report.Csv;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.Locale;

/** What a job did, as tables. */
record RunTables(RunResult run) implements Report {
  static final DocumentType<RunResult> TYPE = new DocumentType<>("magpie.run/1", RunResult.class);

  @Override
  public void writeJson(OutputStream out) {
    TYPE.write(run, out);
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
    long warps = run.kernels().stream().mapToLong(KernelResult::warpInstructions).sum();
    double seconds = run.kernels().stream().mapToDouble(KernelResult::hostSeconds).sum();
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d warp-instructions in %.3f s",
        run.launches(),
        run.launches() == 1 ? "launch" : "launches",
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
    for (KernelResult kernel : run.kernels()) {
      kernel
          .instructions()
          .forEach((kind, executed) ->
              table.row(
                  kernel.name(),
                  kind.toString(),
                  executed.warpInstructions(),
                  executed.threadInstructions(),
                  (double) executed.threadInstructions() / executed.warpInstructions()));
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
    for (KernelResult kernel : run.kernels()) {
      for (KernelResult.Accesses row : kernel.accesses()) {
        table.row(
            kernel.name(),
            row.space(),
            row.access(),
            row.bytesPerThread(),
            row.requests(),
            row.threads(),
            row.sectorsPerRequest().orElse(null));
      }
    }
    return table.build();
  }
}
