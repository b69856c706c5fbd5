package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Column;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 5a: five codecs that are cheap in hardware, on memory-entries of 128 bytes. */
final class Figure5aCodecs implements Experiment<Survey> {
  private static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");
  private static final List<String> NAMES = List.of("BPC", "BDI+FPC", "ZVC", "Fibonacci", "MPC");

  @Override
  public Description description() {
    return Description.of(
            "buddy/fig5a", "Codecs for memory-entries", "Buddy paper, section III-A, Figure 5a")
        .method(
            "Every entry of 128 bytes is sized under each codec and rounded up to 0, 8, 16, 32,"
                + " 64, 80, 96 or 128 bytes; 0 is for zeros only. Means over the data are"
                + " geometric.")
        .deviation(
            "The figure's values are in no text, so its order alone is checked. It does not say"
                + " how sizes are rounded; these are the sizes of the paper's Figure 3.")
        .parameter("entry", 128)
        .parameter("sizes", PaperEntrySizes.SIZES)
        .parameter("codecs", CODECS)
        .readsData()
        .build();
  }

  @Override
  public List<Claim<Survey>> claims() {
    List<Claim<Survey>> claims = new ArrayList<>();
    for (int c = 1; c < CODECS.size(); c++) {
      int other = c;
      claims.add(
          Claim.of(
                  "above." + CODECS.get(c),
                  "BPC compresses most: its mean ratio is above that of " + NAMES.get(c))
              .holds(survey -> mean(survey, 0) > mean(survey, other)));
    }
    return claims;
  }

  private static double mean(Survey survey, int codec) {
    return Survey.geometricMean(survey.each(codec, PaperEntrySizes::ratio));
  }

  @Override
  public List<Value<Survey>> values() {
    return IntStream.range(0, CODECS.size())
        .mapToObj(c -> Value.<Survey>of("ratio." + CODECS.get(c), survey -> mean(survey, c)))
        .toList();
  }

  @Override
  public Survey measure(RunContext context) {
    return PaperEntrySizes.survey(context, CODECS);
  }

  @Override
  public Figures draw(Survey survey) {
    List<Series> series = new ArrayList<>();
    List<Double> means = new ArrayList<>();
    for (int codec = 0; codec < CODECS.size(); codec++) {
      means.add(mean(survey, codec));
      double[] ratios = survey.each(codec, PaperEntrySizes::ratio);
      series.add(Series.of(NAMES.get(codec), Survey.append(ratios, means.getLast())));
    }
    return Figures.none()
        .with(
            BarChart.of(
                "Compression ratio of memory-entries",
                survey.names("mean"),
                Axis.linear("ratio"),
                series))
        .with(
            "ratios",
            survey.table(
                "Ratios by data set",
                NAMES.stream().map(name -> Column.number(name, 3)).toList(),
                row -> row.byCodec().stream().map(PaperEntrySizes::ratio).toList(),
                "geometric mean",
                means));
  }
}
