package dev.magpie.lab.result;

import dev.magpie.report.Column;
import dev.magpie.report.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query found.
 *
 * @param columns their names
 * @param rows numbers, truth values, strings and nulls by column
 * @param more whether these are the first of more rows
 */
public record QueryResult(List<String> columns, List<List<@Nullable Object>> rows, boolean more) {
  private static final int MOST_DECIMALS = 6;

  public QueryResult {
    columns = List.copyOf(columns);
  }

  /** The same as a table, a column of numbers with as many decimals as they need. */
  public Table toTable() {
    Table.Builder table = Table.titled("");
    List<Boolean> numeric = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      int index = c;
      List<Object> values = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        Object value = row.get(index);
        if (value != null) {
          values.add(value);
        }
      }
      boolean numbers = !values.isEmpty() && values.stream().allMatch(Number.class::isInstance);
      numeric.add(numbers);
      table.column(
          numbers
              ? Column.number(
                  columns.get(c),
                  values.stream().mapToInt(value -> decimals((Number) value)).max().orElse(0))
              : Column.text(columns.get(c)));
    }
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> cells = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        Object value = row.get(c);
        cells.add(value == null || numeric.get(c) ? value : value.toString());
      }
      table.row(cells.toArray());
    }
    return table.build();
  }

  /** The rows as JSON has them: what it has no type for is text. */
  public List<List<@Nullable Object>> values() {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      row.forEach(value -> values.add(value(value)));
      all.add(values);
    }
    return all;
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean _, Integer _, Long _, BigInteger _, BigDecimal _ -> value;
      case Number number when Double.isFinite(number.doubleValue()) -> number.doubleValue();
      default -> value.toString();
    };
  }

  private static int decimals(Number number) {
    double value = number.doubleValue();
    return Double.isFinite(value)
        ? Math.clamp(BigDecimal.valueOf(value).stripTrailingZeros().scale(), 0, MOST_DECIMALS)
        : 0;
  }
}
