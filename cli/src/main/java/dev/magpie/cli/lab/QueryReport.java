package dev.magpie.cli.lab;

import dev.magpie.cli.output.Report;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.report.DocumentType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a query found. */
record QueryReport(List<String> columns, List<List<@Nullable Object>> rows) {
  static final DocumentType<QueryReport> TYPE =
      new DocumentType<>("magpie.query/1", QueryReport.class);

  static Report of(QueryResult found) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> row : found.rows()) {
      List<@Nullable Object> values = new ArrayList<>();
      row.forEach(value -> values.add(value(value)));
      rows.add(values);
    }
    return Report.of(TYPE, new QueryReport(found.columns(), rows), found.toTable());
  }

  /** What JSON has no type for is text. */
  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean _, Integer _, Long _, BigInteger _, BigDecimal _ -> value;
      case Number number when Double.isFinite(number.doubleValue()) -> number.doubleValue();
      default -> value.toString();
    };
  }
}
