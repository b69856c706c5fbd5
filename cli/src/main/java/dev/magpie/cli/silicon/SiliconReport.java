package dev.magpie.cli.silicon;

import dev.magpie.cli.output.Report;
import dev.magpie.cli.silicon.SiliconResult.Timed;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.Locale;

/** The times, for programs and for people. */
final class SiliconReport {
  private static final DocumentType<SiliconResult> TYPE =
      new DocumentType<>("magpie.silicon/1", SiliconResult.class);

  private SiliconReport() {}

  static Report of(SiliconResult result) {
    KernelNames names = KernelNames.of(result.launches().stream().map(Timed::kernel).toList());
    return Report.of(
            TYPE,
            result,
            new Columns<Timed>()
                .number("launch", 0, Timed::number)
                .text("kernel", each -> names.shortest(each.kernel()))
                .text("grid", Timed::grid)
                .text("block", Timed::block)
                .number("median", 2, "us", Timed::median)
                .number("least", 2, "us", Timed::least)
                .number("most", 2, "us", Timed::most)
                .table(result.launches()))
        .withCsv(Timed.class, result.launches())
        .headed(
            String.format(
                Locale.ROOT,
                "%s, %d multiprocessors at %.0f MHz; %d runs of each launch; one that does nothing takes %.2f us",
                result.gpu().name(),
                result.gpu().multiprocessors(),
                result.clockMegahertz(),
                result.runs(),
                result.emptyLaunch()));
  }
}
