package dev.magpie.cli.analyze;

import dev.magpie.report.TextTable;

/** The result for a terminal: what was read, then the table. */
final class AnalyzeText {
  private AnalyzeText() {}

  /**
   * The text.
   *
   * @param columns width of the terminal, or 0 for any width
   */
  static String render(Analysis analysis, boolean byAllocation, int columns) {
    AnalyzeTables tables = new AnalyzeTables(analysis);
    int width = columns > 0 ? columns : TextTable.UNLIMITED;
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
