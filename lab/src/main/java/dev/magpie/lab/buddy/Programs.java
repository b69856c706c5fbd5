package dev.magpie.lab.buddy;

import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** All programs with their snapshots and traces. */
record Programs(List<ProgramSeries> all) {
  static Programs measured(RunContext context, BuddyStudy study) {
    return new Programs(ProgramSeries.all(context, study::settings));
  }

  /** The names of the programs that there are. */
  static List<String> names() {
    return SeriesPrograms.all().stream().map(SeriesProgram::name).toList();
  }

  static List<String> trainingNames() {
    return SeriesPrograms.all().stream()
        .filter(SeriesProgram::training)
        .map(SeriesProgram::name)
        .toList();
  }

  Programs hpc() {
    return new Programs(all.stream().filter(each -> !each.program().training()).toList());
  }

  Programs training() {
    return new Programs(all.stream().filter(each -> each.program().training()).toList());
  }

  ProgramSeries of(String name) {
    return all.stream().filter(each -> each.label().equals(name)).findFirst().orElseThrow();
  }

  private List<String> labels() {
    return all.stream().map(ProgramSeries::label).toList();
  }

  double[] each(ToDoubleFunction<ProgramSeries> figure) {
    return all.stream().mapToDouble(figure).toArray();
  }

  /** A group of bars for each program. */
  BarChart chart(String title, String axis, Series... bars) {
    return BarChart.of(title, labels(), Axis.linear(axis), List.of(bars));
  }

  double mean(ToDoubleFunction<ProgramSeries> figure) {
    return all.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  double geometricMean(ToDoubleFunction<ProgramSeries> figure) {
    double sum = 0;
    for (ProgramSeries each : all) {
      sum += Math.log(figure.applyAsDouble(each));
    }
    return Math.exp(sum / all.size());
  }

  /** The names of programs of which something is true. */
  List<String> where(Predicate<ProgramSeries> test) {
    return all.stream().filter(test).map(ProgramSeries::label).toList();
  }

  /** Whether something is true of more than half of the programs. */
  boolean most(Predicate<ProgramSeries> test) {
    return 2 * where(test).size() > all.size();
  }

  double greatest(ToDoubleFunction<ProgramSeries> figure) {
    return all.stream().mapToDouble(figure).max().orElse(Double.NaN);
  }
}
