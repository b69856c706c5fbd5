package dev.magpie.cli.analyze;

import dev.magpie.cli.output.Report;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;

/**
 * The result: what was read, then the table.
 *
 * @param byAllocation whether the table has lines for allocations
 */
record AnalysisReport(Analysis analysis, boolean byAllocation) implements Report {
  @Override
  public void writeJson(OutputStream out) {
    AnalyzeDocument.TYPE.write(AnalyzeDocument.of(analysis), out);
  }

  @Override
  public String csv() {
    AnalyzeDocument document = AnalyzeDocument.of(analysis);
    return Csv.render(
        byAllocation
            ? AnalyzeCsv.byAllocation(analysis, document.allocations())
            : AnalyzeCsv.byCodec(analysis, document.total()));
  }

  @Override
  public String text(int width) {
    AnalyzeTables tables = new AnalyzeTables(analysis);
    StringBuilder text = new StringBuilder(analysis.summary()).append('\n');
    analysis.remarks().forEach(remark -> text.append(remark).append('\n'));
    if (!analysis.figures().isEmpty()) {
      text.append(analysis.figuresInWords()).append('\n');
    }
    text.append('\n')
        .append(render(byAllocation ? tables.byAllocation() : tables.byCodec(), width));
    if (analysis.approximates()) {
      text.append('\n')
          .append(
              render(byAllocation ? tables.errorsByAllocation() : tables.errorsByCodec(), width));
    }
    return text.toString();
  }

  /** A space that has kept headings together would, in a terminal, only hinder searching. */
  private static String render(Table table, int width) {
    return TextTable.render(table, width).replace('\u00a0', ' ');
  }
}
