package dev.magpie.cli.lab;

import dev.magpie.cli.output.Report;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.report.DocumentType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a query found. */
record QueryReport(List<String> columns, List<List<@Nullable Object>> rows) {
  static final DocumentType<QueryReport> TYPE =
      new DocumentType<>("magpie.query/1", QueryReport.class);

  static Report of(QueryResult found) {
    return Report.of(TYPE, new QueryReport(found.columns(), found.values()), found.toTable());
  }
}
