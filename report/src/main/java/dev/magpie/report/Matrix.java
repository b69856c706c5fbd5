package dev.magpie.report;

import java.util.List;

/**
 * A small heat map of numbers: each value in a coloured field.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param corner what the rows and columns are, such as "allocation"; may be empty
 * @param rows names of the rows
 * @param columns names of the columns
 * @param values by row, then column; NaN for none
 * @param decimals digits behind the point
 */
public record Matrix(
    String title,
    String caption,
    String corner,
    List<String> rows,
    List<String> columns,
    List<List<Double>> values,
    int decimals)
    implements Element {

  public Matrix {
    ArgumentChecks.named(title, "matrix");
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    values = values.stream().map(List::copyOf).toList();
    ArgumentChecks.someOf(rows, "rows", title);
    ArgumentChecks.someOf(columns, "columns", title);
    int width = columns.size();
    if (values.size() != rows.size() || values.stream().anyMatch(row -> row.size() != width)) {
      throw new IllegalArgumentException(
          "\"%s\" does not have %d rows of %d values".formatted(title, rows.size(), width));
    }
  }
}
