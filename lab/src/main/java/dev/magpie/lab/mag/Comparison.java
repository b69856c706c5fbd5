package dev.magpie.lab.mag;

import dev.magpie.lab.data.Survey;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A measure of every program under some memory controllers, with its mean.
 *
 * @param simulations of all of them
 * @param entries the controllers
 * @param measure a value for each program
 * @param mean of these
 */
record Comparison(
    Simulations simulations,
    List<Entry> entries,
    Function<Setup, double[]> measure,
    ToDoubleFunction<double[]> mean) {

  /**
   * A controller in a figure.
   *
   * @param name what the figure calls it
   * @param setup what it is
   * @param paper the paper's mean; NaN where it gives none
   */
  record Entry(String name, Setup setup, double paper) {
    static Entry of(String name, String codec, double paper) {
      return new Entry(name, Setup.of(codec), paper);
    }

    static Entry of(String name, String codec) {
      return of(name, codec, Double.NaN);
    }
  }

  /** The effective ratio of what moves. */
  static Comparison ofEffectiveRatios(Simulations simulations, List<Entry> entries) {
    return new Comparison(
        simulations,
        entries,
        setup -> simulations.each(setup, Simulation::effectiveRatio),
        Survey::geometricMean);
  }

  /** The raw ratio of what moves. */
  static Comparison ofRawRatios(Simulations simulations, List<Entry> entries) {
    return new Comparison(
        simulations,
        entries,
        setup -> simulations.each(setup, Simulation::rawRatio),
        Survey::geometricMean);
  }

  /** The speedup over no compression, which has to be simulated, too. */
  static Comparison ofSpeedups(Simulations simulations, List<Entry> entries) {
    return new Comparison(simulations, entries, simulations::speedups, Survey::geometricMean);
  }

  static List<Setup> setups(List<Entry> entries) {
    return entries.stream().map(Entry::setup).toList();
  }

  double[] values(int entry) {
    return measure.apply(entries.get(entry).setup);
  }

  /** The value of a program under a controller; NaN if the program is not in the study. */
  double value(int entry, String program) {
    int index = simulations.study().labels().indexOf(program);
    return index < 0 ? Double.NaN : values(entry)[index];
  }

  double mean(int entry) {
    return mean.applyAsDouble(values(entry));
  }

  /** The largest of some controllers' means over the smallest. */
  double spread(int... some) {
    double[] means = Arrays.stream(some).mapToDouble(this::mean).toArray();
    return Arrays.stream(means).max().orElseThrow() / Arrays.stream(means).min().orElseThrow();
  }

  /** The largest quotient of two controllers' values over the programs. */
  double largestQuotient(int entry, int over) {
    double[] values = values(entry);
    double[] others = values(over);
    double largest = Double.NEGATIVE_INFINITY;
    for (int p = 0; p < values.length; p++) {
      largest = Math.max(largest, values[p] / others[p]);
    }
    return largest;
  }

  /** Whether a program has the largest quotient of two controllers' values. */
  boolean isLargestQuotient(int entry, int over, String program) {
    return value(entry, program) / value(over, program) == largestQuotient(entry, over);
  }

  /** Programs for which one controller's value is below another's by more than a thousandth. */
  double countBelow(int entry, int than) {
    double[] raised = values(entry).clone();
    for (int p = 0; p < raised.length; p++) {
      raised[p] *= 1.001;
    }
    return Survey.countSmaller(raised, values(than));
  }

  BarChart chart(String title, String axis) {
    boolean papers = entries.stream().anyMatch(entry -> !Double.isNaN(entry.paper));
    List<String> names = new ArrayList<>(simulations.study().labels());
    names.add("mean");
    if (papers) {
      names.add("paper's mean");
    }
    List<Series> series = new ArrayList<>();
    for (int e = 0; e < entries.size(); e++) {
      Entry entry = entries.get(e);
      double[] values = Survey.append(values(e), mean(e));
      series.add(Series.of(entry.name, papers ? Survey.append(values, entry.paper) : values));
    }
    return BarChart.of(title, names, Axis.linear(axis), series);
  }

  Table table(String title, int decimals, String unit) {
    Table.Builder table = Table.titled(title).text("program");
    entries.forEach(entry -> table.number(entry.name, decimals, unit));
    List<String> programs = simulations.study().labels();
    for (int p = 0; p < programs.size(); p++) {
      int program = p;
      table.row(row(programs.get(p), e -> values(e)[program]));
    }
    table.total(row("mean", this::mean));
    if (entries.stream().anyMatch(entry -> !Double.isNaN(entry.paper))) {
      table.total(row("the paper's mean", e -> entries.get(e).paper));
    }
    return table.build();
  }

  private @Nullable Object[] row(String name, Function<Integer, Double> values) {
    @Nullable Object[] cells = new @Nullable Object[entries.size() + 1];
    cells[0] = name;
    for (int e = 0; e < entries.size(); e++) {
      double value = values.apply(e);
      cells[e + 1] = Double.isNaN(value) ? null : value;
    }
    return cells;
  }
}
