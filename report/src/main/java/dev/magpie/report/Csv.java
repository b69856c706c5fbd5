package dev.magpie.report;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table as CSV (RFC 4180 with LF): a header, then the rows with all digits, missing as empty.
 * Text that a spreadsheet would take for a formula and compute has an apostrophe before it.
 */
public final class Csv {
  /**
   * Begins as a formula does, and is no number; apostrophes before it tell ours from the text's.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "'*(?:[=@\\t\\r]|[-+](?!(?:[\\d.][\\d,.]*(?:[eE][-+]?\\d+)?|inf)(?: ?%)?\\z)).+",
          Pattern.DOTALL);

  private Csv() {}

  public static String render(Table table) {
    return render(records(table));
  }

  /** A table's heading and rows, as they are written. */
  public static List<List<String>> records(Table table) {
    return Stream.concat(
            Stream.of(table.columns().stream().map(Csv::heading).toList()),
            table.rows().stream().map(row -> row.cells().stream().map(Csv::format).toList()))
        .toList();
  }

  /** Records as text. */
  public static String render(List<List<String>> records) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      records.forEach(record -> csv.writeRecord(record.stream().map(Csv::guarded).toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * The records of a text, as {@link #render(List)} writes it.
   *
   * @throws IllegalArgumentException if it has none, or a record has not as many fields as the
   *     first
   */
  public static List<List<String>> parse(String text) {
    List<List<String>> records;
    try (Stream<CsvRecord> all =
        CsvReader.builder().allowUnclosedQuote(false).ofCsvRecord(text).stream()) {
      records =
          all.map(record -> record.getFields().stream().map(Csv::unguarded).toList()).toList();
    } catch (CsvParseException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (records.isEmpty()) {
      throw new IllegalArgumentException("it is empty");
    }
    return records;
  }

  /** A text as a field, for those who write many records themselves. */
  public static String field(String text) {
    String guarded = guarded(text);
    boolean plain = guarded.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? guarded : '"' + guarded.replace("\"", "\"\"") + '"';
  }

  private static String guarded(String field) {
    return FORMULA.matcher(field).matches() ? "'" + field : field;
  }

  private static String unguarded(String field) {
    return field.startsWith("'") && FORMULA.matcher(field.substring(1)).matches()
        ? field.substring(1)
        : field;
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
