package dev.magpie.lab.mag;

import dev.magpie.lab.data.Survey;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Column;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;

/** A survey's effective ratios, as chart and table, for experiments that compare variants. */
record RatioChart(Survey survey, List<String> names) {

  /** A group of bars for each data set and for the mean. */
  BarChart chart(String title) {
    List<Series> series = new ArrayList<>();
    for (int codec = 0; codec < names.size(); codec++) {
      double[] ratios = survey.effectiveRatios(codec);
      series.add(Series.of(names.get(codec), Survey.append(ratios, Survey.geometricMean(ratios))));
    }
    return BarChart.of(title, survey.names("mean"), Axis.linear("effective ratio"), series);
  }

  /** The same in numbers. */
  Table table(String title) {
    return survey.table(
        title,
        names.stream().map(name -> Column.number(name, 3)).toList(),
        row ->
            row.byCodec().stream()
                .map(sizes -> sizes.effectiveRatio(survey.granularity()))
                .toList(),
        "geometric mean",
        means());
  }

  private List<Double> means() {
    List<Double> means = new ArrayList<>();
    for (int codec = 0; codec < names.size(); codec++) {
      means.add(mean(codec));
    }
    return means;
  }

  /** The geometric mean of a codec's effective ratios. */
  double mean(int codec) {
    return Survey.geometricMean(survey.effectiveRatios(codec));
  }

  /** By how many percent the mean of one codec is above that of another. */
  double gain(int codec, int over) {
    return 100 * (mean(codec) / mean(over) - 1);
  }
}
