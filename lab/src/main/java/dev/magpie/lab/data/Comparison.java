package dev.magpie.lab.data;

import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Values of some subjects, such as data sets or programs, in columns, such as codecs, with each
 * column's mean: what most figures are.
 *
 * @param subjects the rows
 * @param columns their values
 * @param mean of a column's values
 */
public record Comparison(Subjects subjects, List<Column> columns, ToDoubleFunction<double[]> mean) {

  /**
   * What has the values.
   *
   * @param kind of them: the heading of their names
   * @param names one a row
   * @param bytes their sizes, for a column of the table; null for no such column
   * @param failed data sets that could not be read, for rows without values
   * @param mean what charts call the mean
   * @param total what tables call it
   */
  public record Subjects(
      String kind,
      List<String> names,
      @Nullable List<Long> bytes,
      List<DataSet> failed,
      String mean,
      String total) {
    public static Subjects of(String kind, List<String> names, String mean, String total) {
      return new Subjects(kind, names, null, List.of(), mean, total);
    }
  }

  /**
   * What is compared.
   *
   * @param name in figures
   * @param paper the paper's mean; NaN where it gives none
   * @param values one for each subject
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes columns.
  public record Column(String name, double paper, double[] values) {
    public static Column of(String name, double... values) {
      return new Column(name, Double.NaN, values);
    }
  }

  /** Other columns of the same subjects. */
  public Comparison with(List<Column> others) {
    return new Comparison(subjects, others, mean);
  }

  public double[] values(int column) {
    return columns.get(column).values;
  }

  /** The value of a subject; NaN if there is no such subject. */
  public double value(int column, String subject) {
    int index = subjects.names.indexOf(subject);
    return index < 0 ? Double.NaN : values(column)[index];
  }

  public double mean(int column) {
    return mean(columns.get(column));
  }

  /** The same mean but for one subject; that of all if there is no such subject. */
  public double meanWithout(int column, String subject) {
    return mean.applyAsDouble(
        IntStream.range(0, subjects.names.size())
            .filter(s -> !subjects.names.get(s).equals(subject))
            .mapToDouble(s -> values(column)[s])
            .toArray());
  }

  /** Each subject's value in one column over that in another. */
  public double[] quotients(int column, int over) {
    return IntStream.range(0, subjects.names.size())
        .mapToDouble(s -> values(column)[s] / values(over)[s])
        .toArray();
  }

  private double mean(Column column) {
    return mean.applyAsDouble(column.values);
  }

  /** By how many percent one column's mean is above another's. */
  public double gain(int column, int over) {
    return 100 * (mean(column) / mean(over) - 1);
  }

  /** By how many hundredths one column's mean is above another's. */
  public double points(int column, int over) {
    return 100 * (mean(column) - mean(over));
  }

  /** The largest of some columns' means over the smallest. */
  public double spread(int... some) {
    double[] means = Arrays.stream(some).mapToDouble(this::mean).toArray();
    return Arrays.stream(means).max().orElseThrow() / Arrays.stream(means).min().orElseThrow();
  }

  /** The largest quotient of two columns' values; NaN without subjects. */
  public double largestQuotient(int column, int over) {
    return Arrays.stream(quotients(column, over)).max().orElse(Double.NaN);
  }

  /** Subjects that have a larger quotient of two columns' values than one of them. */
  public List<String> gainMore(int column, int over, String subject) {
    double quotient = value(column, subject) / value(over, subject);
    return names(s -> values(column)[s] / values(over)[s] > quotient);
  }

  /** Subjects for which one column's value is below another's. */
  public List<String> below(int column, int than) {
    return names(s -> values(column)[s] < values(than)[s]);
  }

  private List<String> names(IntPredicate test) {
    return IntStream.range(0, subjects.names.size())
        .filter(test)
        .mapToObj(subjects.names::get)
        .toList();
  }

  /** A group of bars for each subject, for the mean, and for the paper's where it gives one. */
  public BarChart chart(String title, String axis) {
    List<String> names = new ArrayList<>(subjects.names);
    names.add(subjects.mean);
    if (hasPaper()) {
      names.add("paper's " + subjects.mean);
    }
    List<Series> series =
        columns.stream()
            .map(column ->
                Series.of(
                    column.name,
                    Arrays.copyOf(
                        DoubleStream.concat(
                                Arrays.stream(column.values),
                                DoubleStream.of(mean(column), column.paper))
                            .toArray(),
                        names.size())))
            .toList();
    return BarChart.of(title, names, Axis.linear(axis), series);
  }

  /** The same in numbers. */
  public Table table(String title, int decimals, String unit) {
    Table.Builder table = Table.titled(title).text(subjects.kind);
    if (subjects.bytes != null) {
      table.number("size", 0, "KiB");
    }
    columns.forEach(column -> table.number(column.name, decimals, unit));
    for (int s = 0; s < subjects.names.size(); s++) {
      int subject = s;
      Double size = subjects.bytes == null ? null : subjects.bytes.get(s) / 1024.0;
      table.row(cells(subjects.names.get(s), size, column -> column.values[subject]));
    }
    subjects.failed.forEach(data -> table.row(cells(data.label(), null, _ -> Double.NaN)));
    table.total(cells(subjects.total, null, this::mean));
    if (hasPaper()) {
      table.total(cells("the paper's " + subjects.mean, null, Column::paper));
    }
    return table
        .note(
            subjects.failed.isEmpty()
                ? ""
                : "Without what could not be read: "
                    + subjects.failed.stream().map(DataSet::name).collect(Collectors.joining(", ")))
        .build();
  }

  private @Nullable Object[] cells(
      String name, @Nullable Double size, ToDoubleFunction<Column> value) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(name);
    if (subjects.bytes != null) {
      cells.add(size);
    }
    columns.forEach(column -> cells.add(value.applyAsDouble(column)));
    return cells.toArray();
  }

  private boolean hasPaper() {
    return columns.stream().anyMatch(column -> !Double.isNaN(column.paper));
  }
}
