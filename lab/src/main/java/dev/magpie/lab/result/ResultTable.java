package dev.magpie.lab.result;

import dev.magpie.report.Cell;
import dev.magpie.report.Column;
import dev.magpie.report.Table;
import dev.magpie.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table as a result file keeps it: rows of strings, numbers and nulls.
 *
 * @param name of its CSV file, within the experiment
 * @param title shown above
 * @param note shown below
 * @param columns what the rows hold
 * @param rows the values by column
 * @param totals indices of the rows that sum up those above
 */
public record ResultTable(
    String name,
    String title,
    String note,
    List<Column> columns,
    List<List<@Nullable Object>> rows,
    List<Integer> totals) {

  public static ResultTable of(String name, Table table) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    List<Integer> totals = new ArrayList<>();
    for (Table.Row row : table.rows()) {
      if (row.total()) {
        totals.add(rows.size());
      }
      List<@Nullable Object> values = new ArrayList<>();
      row.cells().forEach(cell -> values.add(value(cell)));
      rows.add(values);
    }
    return new ResultTable(name, table.title(), table.note(), table.columns(), rows, totals);
  }

  private static @Nullable Object value(Cell cell) {
    return switch (cell) {
      case Cell.Text(String text) -> text;
      case Cell.Link(String text, _) -> text;
      case Cell.Figure(double figure) when figure == Math.rint(figure) && Math.abs(figure) < 1e15 ->
          (long) figure;
      case Cell.Figure(double figure) -> figure;
      case Cell.Badge(Verdict verdict) -> verdict.name().toLowerCase(Locale.ROOT);
      case Cell.Missing _ -> null;
    };
  }

  /** The table to be shown. */
  public Table toTable() {
    Table.Builder table = Table.titled(title).note(note);
    columns.forEach(table::column);
    for (int r = 0; r < rows.size(); r++) {
      List<Cell> cells = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        Object value = rows.get(r).get(c);
        cells.add(
            Cell.of(
                value != null && columns.get(c).kind() == Column.Kind.VERDICT
                    ? Verdict.valueOf(value.toString().toUpperCase(Locale.ROOT))
                    : value));
      }
      table.row(cells, totals.contains(r));
    }
    return table.build();
  }
}
