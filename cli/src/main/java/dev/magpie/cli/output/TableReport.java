package dev.magpie.cli.output;

import dev.magpie.report.Csv;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A result that is a document for programs and tables for people.
 *
 * @param heading lines above the tables; empty for none
 * @param tables at least one
 * @param ending lines below the tables; empty for none
 * @param records what is written as CSV
 */
public record TableReport<T extends Record>(
    DocumentType<T> type,
    T document,
    String heading,
    List<Table> tables,
    String ending,
    Table records)
    implements Report {

  /** Without a heading; the first table is the CSV too. */
  public static <T extends Record> TableReport<T> of(
      DocumentType<T> type, T document, Table... tables) {
    return new TableReport<>(type, document, "", List.of(tables), "", tables[0]);
  }

  public TableReport<T> headed(String lines) {
    return new TableReport<>(type, document, lines, tables, ending, records);
  }

  public TableReport<T> ended(String lines) {
    return new TableReport<>(type, document, heading, tables, lines, records);
  }

  public TableReport<T> withCsv(Table table) {
    return new TableReport<>(type, document, heading, tables, ending, table);
  }

  @Override
  public void writeJson(OutputStream out) {
    type.write(document, out);
  }

  @Override
  public String csv() {
    return Csv.render(records);
  }

  @Override
  public String text(int width) {
    return (heading.isEmpty() ? "" : heading + "\n\n")
        + tables.stream()
            .map(table -> TextTable.render(table, width))
            .collect(Collectors.joining("\n"))
        + (ending.isEmpty() ? "" : "\n" + ending + "\n");
  }
}
