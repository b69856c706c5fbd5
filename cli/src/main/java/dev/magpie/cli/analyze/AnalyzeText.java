package dev.magpie.cli.analyze;

import dev.magpie.report.Table;
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
    Table table = byAllocation ? tables.byAllocation() : tables.byCodec();
    String text = TextTable.render(table, columns > 0 ? columns : TextTable.UNLIMITED);
    // It has kept headings together; in a terminal it would only hinder searching.
    String training = analysis.training().isEmpty() ? "" : analysis.training() + "\n";
    return analysis.summary() + "\n" + training + "\n" + text.replace('\u00a0', ' ');
  }
}
