package dev.magpie.lab.data;

import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of each data set's blocks over classes in an order, such as sizes.
 *
 * @param classes names of the classes
 * @param rows one for each data set that can be read
 * @param failed the data sets that cannot
 */
public record Shares(List<String> classes, List<Row> rows, List<DataSet> failed) {

  /**
   * A data set's blocks.
   *
   * @param name the data set's
   * @param bytes measured
   * @param counts blocks by class
   */
  public record Row(String name, long bytes, List<Long> counts) {
    public Row {
      counts = List.copyOf(counts);
    }

    /** Percent of the blocks by class. */
    public double[] percent() {
      double all = counts.stream().mapToLong(Long::longValue).sum();
      return counts.stream().mapToDouble(count -> 100 * count / all).toArray();
    }
  }

  /** Percent by class, the data sets counting alike; NaN without data. */
  public double[] averages() {
    double[] averages = new double[classes.size()];
    for (int c = 0; c < averages.length; c++) {
      int index = c;
      averages[c] = Survey.mean(rows.stream().mapToDouble(row -> row.percent()[index]).toArray());
    }
    return averages;
  }

  /**
   * A bar for each data set, for their average, and for the paper's.
   *
   * @param paper the paper's average in percent by class; empty if it gives none
   */
  public StackedBarChart chart(String title, double[] paper) {
    List<String> bars = new ArrayList<>(rows.stream().map(Row::name).toList());
    List<double[]> percent = new ArrayList<>(rows.stream().map(Row::percent).toList());
    if (!rows.isEmpty()) {
      bars.add("average");
      percent.add(averages());
    }
    if (paper.length > 0) {
      bars.add("paper's average");
      percent.add(paper);
    }
    List<Series> series = new ArrayList<>();
    for (int c = 0; c < classes.size(); c++) {
      int index = c;
      series.add(
          Series.of(classes.get(c), percent.stream().mapToDouble(bar -> bar[index]).toArray()));
    }
    return StackedBarChart.ordered(title, bars, series);
  }

  /** The same in numbers. */
  public Table table(String title) {
    Table.Builder table = Table.titled(title).text("data").number("size", 0, "KiB");
    classes.forEach(name -> table.number(name, 1, "%"));
    for (Row row : rows) {
      table.row(cells(row.name(), row.bytes() / 1024.0, row.percent()));
    }
    double[] none = new double[classes.size()];
    Arrays.fill(none, Double.NaN);
    failed.forEach(data -> table.row(cells(data.label(), null, none)));
    return table.total(cells("average", null, averages())).build();
  }

  private static @Nullable Object[] cells(String name, @Nullable Double size, double[] percent) {
    @Nullable Object[] cells = new @Nullable Object[percent.length + 2];
    cells[0] = name;
    cells[1] = size;
    for (int c = 0; c < percent.length; c++) {
      cells[c + 2] = percent[c];
    }
    return cells;
  }
}
