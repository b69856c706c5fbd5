package dev.magpie.cli.silicon;

import dev.magpie.cli.output.Report;
import dev.magpie.cli.silicon.SiliconMemoryResult.Times;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.Locale;

/** The times of both memories, for programs and for people. */
final class SiliconMemoryReport {
  private static final DocumentType<SiliconMemoryResult> TYPE =
      new DocumentType<>("magpie.silicon-memory/1", SiliconMemoryResult.class);

  private SiliconMemoryReport() {}

  static Report of(SiliconMemoryResult result) {
    return Report.of(
            TYPE,
            result,
            new Columns<Times>()
                .text("array", Times::array)
                .number("size", 0, "KiB", each -> each.bytes() / 1024.0)
                .number("ordinary read", 1, "us", Times::ordinaryRead)
                .number("compressible", 1, "us", Times::compressibleRead)
                .number("read speedup", 3, Times::readSpeedup)
                .number("write speedup", 3, Times::writeSpeedup)
                .number(result.codec(), 2, Times::effectiveRatio)
                .table(result.arrays()))
        .withCsv(Times.class, result.arrays())
        .headed(
            String.format(
                Locale.ROOT,
                "%s; medians of %d runs; the last column is an effective ratio",
                result.gpu().name(),
                result.runs()));
  }
}
