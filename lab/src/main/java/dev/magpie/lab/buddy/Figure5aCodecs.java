package dev.magpie.lab.buddy;

import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Column;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;

/** Figure 5a: five codecs that are cheap in hardware, on memory-entries of 128 bytes. */
final class Figure5aCodecs implements NamedExperiment {
  private static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");
  private static final List<String> NAMES = List.of("BPC", "BDI+FPC", "ZVC", "Fibonacci", "MPC");

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
                "buddy/fig5a", "Codecs for memory-entries", "Buddy paper, section III-A, Figure 5a")
            .method(
                "Every entry of 128 bytes is sized under each codec and rounded up to 0, 8, 16, 32,"
                    + " 64, 80, 96 or 128 bytes; 0 is for zeros only. Means over the data are"
                    + " geometric.")
            .deviation(
                "The figure's values are in no text, so its order alone is checked. It does not say"
                    + " how sizes are rounded; these are the sizes of the paper's Figure 3.")
            .parameter("entry", 128)
            .parameter("sizes", SizeClasses.SIZES)
            .parameter("codecs", CODECS)
            .readsData();
    for (int other = 1; other < CODECS.size(); other++) {
      description.claim(
          NamedExperiment.holds(
              "above." + CODECS.get(other),
              "BPC compresses most: its mean ratio is above that of " + NAMES.get(other)));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    Survey survey = SizeClasses.survey(context, CODECS);
    Findings.Builder findings = Findings.builder();
    List<Series> series = new ArrayList<>();
    List<Double> means = new ArrayList<>();
    for (int codec = 0; codec < CODECS.size(); codec++) {
      double[] ratios = survey.each(codec, SizeClasses::ratio);
      means.add(Survey.geometricMean(ratios));
      findings.measure("ratio." + CODECS.get(codec), means.getLast());
      if (codec > 0) {
        findings.measure("above." + CODECS.get(codec), means.getFirst() > means.getLast());
      }
      series.add(Series.of(NAMES.get(codec), Survey.append(ratios, means.getLast())));
    }
    return findings
        .chart(
            BarChart.of(
                "Compression ratio of memory-entries",
                survey.names("mean"),
                Axis.linear("ratio"),
                series))
        .table(
            "ratios",
            survey.table(
                "Ratios by data set",
                NAMES.stream().map(name -> Column.number(name, 3)).toList(),
                row -> row.byCodec().stream().map(SizeClasses::ratio).toList(),
                "geometric mean",
                means))
        .build();
  }
}
