package dev.magpie.cli.output;

import dev.magpie.report.Columns;
import dev.magpie.report.Csv;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.report.TextLines;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A command's result: a document for programs and tables for people.
 *
 * @param json writes the document
 * @param heading lines above the tables; empty for none
 * @param tables at least one
 * @param ending lines below the tables; empty for none
 * @param records what is written as CSV
 */
public record Report(
    Consumer<OutputStream> json, String heading, List<Table> tables, String ending, Table records) {

  /** Without a heading; the first table is the CSV too. */
  public static <T extends Record> Report of(DocumentType<T> type, T document, Table... tables) {
    return new Report(out -> type.write(document, out), "", List.of(tables), "", tables[0]);
  }

  public Report headed(String lines) {
    return new Report(json, lines, tables, ending, records);
  }

  public Report ended(String lines) {
    return new Report(json, heading, tables, lines, records);
  }

  /** With a line of CSV for each of these, by the names that they have in the document. */
  public <R extends Record> Report withCsv(Class<R> type, List<R> rows) {
    return withCsv(Columns.ofRecord(type).table(rows));
  }

  public Report withCsv(Table table) {
    return new Report(json, heading, tables, ending, table);
  }

  /** It as CSV, with a header line. */
  public String csv() {
    return Csv.render(records);
  }

  /**
   * It as text.
   *
   * @param width of the terminal; more than any line has if there is none
   */
  public String text(int width) {
    return (heading.isEmpty() ? "" : TextLines.wrap(heading, width) + "\n\n")
        + tables.stream()
            .map(table -> TextTable.render(table, width))
            .collect(Collectors.joining("\n"))
        + (ending.isEmpty() ? "" : "\n" + TextLines.wrap(ending, width) + "\n");
  }
}
