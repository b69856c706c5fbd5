package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of typed columns, to be shown in a page, on a terminal ({@link TextTable}) or written as CSV
 * ({@link Csv}).
 *
 * <p>A column of verdicts makes the table a scoreboard: the page counts the verdicts above it and
 * lets the reader choose among them.
 *
 * <pre>{@code
 * Table ratios =
 *     Table.titled("Compression ratios")
 *         .text("codec")
 *         .number("raw ratio", 2)
 *         .number("speed", 1, "GB/s")
 *         .row("mag-bdi", 1.52, 10.6)
 *         .row("fpc", 1.31, null)
 *         .build();
 * }</pre>
 *
 * @param title shown above; may be empty
 * @param columns at least one
 * @param rows in the order shown
 * @param note shown below; may be empty
 */
public record Table(String title, List<Column> columns, List<Row> rows, String note)
    implements Element {

  /**
   * @throws IllegalArgumentException if a row has too few or too many cells, or a cell is not of
   *     its column's kind
   */
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    ArgumentChecks.someOf(columns, "columns", title);
    for (int r = 0; r < rows.size(); r++) {
      List<Cell> cells = rows.get(r).cells();
      if (cells.size() != columns.size()) {
        throw new IllegalArgumentException(
            "\"%s\": row %d has %d cells for %d columns"
                .formatted(title, r, cells.size(), columns.size()));
      }
      for (int c = 0; c < cells.size(); c++) {
        if (!columns.get(c).accepts(cells.get(c))) {
          throw new IllegalArgumentException(
              "\"%s\": row %d has %s in the %s column \"%s\""
                  .formatted(
                      title, r, cells.get(c), columns.get(c).kind(), columns.get(c).title()));
        }
      }
    }
  }

  /**
   * A line of the table.
   *
   * @param cells one for each column
   * @param total whether it sums up the rows above: set apart, and left in its place by sorting
   */
  public record Row(List<Cell> cells, boolean total) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** Begins a table. */
  public static Builder titled(String title) {
    return new Builder(title);
  }

  /** Collects columns, then rows. */
  public static final class Builder {
    private final String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private String note = "";

    private Builder(String title) {
      this.title = title;
    }

    public Builder column(Column column) {
      columns.add(column);
      return this;
    }

    public Builder text(String heading) {
      return column(Column.text(heading));
    }

    public Builder number(String heading, int decimals) {
      return column(Column.number(heading, decimals));
    }

    public Builder number(String heading, int decimals, String unit) {
      return column(Column.number(heading, decimals, unit));
    }

    /**
     * Adds a row.
     *
     * @param values one for each column, as {@link Cell#of} takes them
     */
    public Builder row(@Nullable Object... values) {
      return row(cells(values), false);
    }

    /** A row that sums up those above. */
    public Builder total(@Nullable Object... values) {
      return row(cells(values), true);
    }

    public Builder row(List<Cell> cells, boolean total) {
      rows.add(new Row(cells, total));
      return this;
    }

    public Builder note(String text) {
      note = text;
      return this;
    }

    public Table build() {
      return new Table(title, columns, rows, note);
    }

    private static List<Cell> cells(@Nullable Object[] values) {
      List<Cell> cells = new ArrayList<>(values.length);
      for (@Nullable Object value : values) {
        cells.add(Cell.of(value));
      }
      return cells;
    }
  }
}
