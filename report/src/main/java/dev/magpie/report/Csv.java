package dev.magpie.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** A table as CSV (RFC 4180 with LF): a header, then the rows with all digits, missing as empty. */
public final class Csv {
  private Csv() {}

  public static String render(Table table) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(table.columns().stream().map(Csv::heading).toList());
      for (Table.Row row : table.rows()) {
        csv.writeRecord(row.cells().stream().map(Csv::format).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static String heading(Column column) {
    return column.unit().isEmpty() ? column.title() : column.title() + " (" + column.unit() + ")";
  }

  private static String format(Cell cell) {
    return switch (cell) {
      case Cell.Missing _ -> "";
      case Cell.Text(String text) -> text;
      case Cell.Link(String text, _) -> text;
      case Cell.Badge(Verdict verdict) -> verdict.label();
      case Cell.Figure(double value) when Double.isInfinite(value) -> value > 0 ? "inf" : "-inf";
      case Cell.Figure(double value) ->
          value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    };
  }
}
