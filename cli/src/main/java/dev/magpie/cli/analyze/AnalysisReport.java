package dev.magpie.cli.analyze;

import dev.magpie.cli.Report;
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
    AnalyzeJson.write(analysis, out);
  }

  @Override
  public String csv() {
    return AnalyzeCsv.render(analysis, byAllocation);
  }

  @Override
  public String text(int width) {
    AnalyzeTables tables = new AnalyzeTables(analysis);
    StringBuilder text = new StringBuilder(analysis.summary()).append('\n');
    analysis.remarks().forEach(remark -> text.append(remark).append('\n'));
    text.append('\n')
        .append(TextTable.render(byAllocation ? tables.byAllocation() : tables.byCodec(), width));
    if (analysis.approximates()) {
      text.append('\n')
          .append(
              TextTable.render(
                  byAllocation ? tables.errorsByAllocation() : tables.errorsByCodec(), width));
    }
    // It has kept headings together; in a terminal it would only hinder searching.
    return text.toString().replace('\u00a0', ' ');
  }
}
