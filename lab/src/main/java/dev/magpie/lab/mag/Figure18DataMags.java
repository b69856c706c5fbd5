package dev.magpie.lab.mag;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
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

/** Figure 18: effective ratios at other memory access granularities. */
final class Figure18DataMags implements Experiment<Figure18DataMags.Surveys> {
  private static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final double[] PAPER_BDI = {1.57, 1.37, 1.27};
  private static final double[] PAPER_MAG_BDI = {2.41, 1.85, 1.41};

  @Override
  public Description description() {
    return Description.of(
            "mag/fig18-data",
            "Effective ratio by MAG size",
            MagPaper.source("section VI-G, Figure 18"))
        .method(
            "Every block is sized under both codecs for bursts of 16, 32 and 64 bytes;"
                + " MAG-aware BDI takes the delta widths of each. Means are geometric.")
        .deviation(MagPaper.SIGNED)
        .parameter("block", 128)
        .parameter("mags", MAGS)
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .readsData()
        .build();
  }

  /** Sizes at each of {@link #MAGS}, under BDI and MAG-aware BDI. */
  record Surveys(List<Survey> byMag) {
    private double mean(int mag, int codec) {
      return Survey.geometricMean(byMag.get(MAGS.indexOf(mag)).effectiveRatios(codec));
    }

    private double[] means(int codec) {
      return MAGS.stream().mapToDouble(mag -> mean(mag, codec)).toArray();
    }

    private double belowBdi() {
      return byMag.stream()
          .mapToDouble(
              each -> Survey.countSmaller(each.effectiveRatios(1), each.effectiveRatios(0)))
          .sum();
    }

    /** Of both codecs, data sets whose ratio is larger at the larger of two MAGs. */
    private double risesWithMag() {
      double rises = 0;
      for (int i = 1; i < byMag.size(); i++) {
        for (int codec = 0; codec < 2; codec++) {
          rises +=
              Survey.countSmaller(
                  byMag.get(i - 1).effectiveRatios(codec), byMag.get(i).effectiveRatios(codec));
        }
      }
      return rises;
    }
  }

  @Override
  public List<Claim<Surveys>> claims() {
    List<Claim<Surveys>> claims = new ArrayList<>();
    claims.add(
        Claim.of("belowBdi", "MAG-aware BDI's ratio is at least BDI's at every MAG")
            .never("data sets", Surveys::belowBdi));
    claims.add(
        Claim.of("risesWithMag", "Ratios fall as the MAG grows")
            .never("data sets", Surveys::risesWithMag));
    claims.add(
        Claim.of("largest.16", "Largest ratio at a MAG of 16 bytes")
            .is(8, Unit.RATIO, _ -> largestRatio(16)));
    claims.add(
        Claim.of("largest.32", "Largest ratio at a MAG of 32 bytes")
            .notExpected(
                "The paper's text slips: a 128-byte block in one burst of 32 bytes is a"
                    + " ratio of 4; 2 is the largest at a MAG of 64.")
            .is(2, Unit.RATIO, _ -> largestRatio(32)));
    for (int i = 0; i < MAGS.size(); i++) {
      claims.add(mean("magBdi.", "MAG-aware BDI", 1, MAGS.get(i), PAPER_MAG_BDI[i]));
      claims.add(mean("bdi.", "BDI", 0, MAGS.get(i), PAPER_BDI[i]));
    }
    return claims;
  }

  private static Claim<Surveys> mean(String name, String title, int codec, int mag, double paper) {
    return Claim.of(name + mag, "%s, mean ratio at a MAG of %d bytes".formatted(title, mag))
        .notExpected(MagPaper.OTHER_DATA)
        .is(paper, Unit.RATIO, surveys -> surveys.mean(mag, codec));
  }

  private static double largestRatio(int mag) {
    Granularity granularity = new Granularity(128, mag);
    int smallest = Codecs.create(MagPaper.MAG_BDI, granularity).staticSizes().getFirst();
    return (double) granularity.blockBits() / smallest;
  }

  @Override
  public List<Value<Surveys>> values() {
    return List.of(Value.of("largest.64", _ -> largestRatio(64)));
  }

  @Override
  public Surveys measure(RunContext context) {
    List<String> codecs = List.of(MagPaper.BDI, MagPaper.MAG_BDI);
    return new Surveys(
        MAGS.stream().map(mag -> context.survey(new Granularity(128, mag), codecs)).toList());
  }

  @Override
  public Figures draw(Surveys measured) {
    List<Survey> surveys = measured.byMag;
    double[] bdi = measured.means(0);
    double[] magBdi = measured.means(1);
    List<Column> columns = new ArrayList<>();
    for (String codec : List.of("BDI", "MAG-aware BDI")) {
      MAGS.forEach(mag -> columns.add(Column.number("%s, %d B".formatted(codec, mag), 3)));
    }
    List<Double> means = new ArrayList<>();
    for (double[] values : List.of(bdi, magBdi)) {
      for (double value : values) {
        means.add(value);
      }
    }
    Survey first = surveys.getFirst();
    return Figures.none()
        .with(
            BarChart.of(
                "Mean effective ratio by MAG",
                MAGS.stream().map(mag -> mag + " B").toList(),
                Axis.linear("ratio"),
                List.of(
                    Series.of("BDI", bdi),
                    Series.claimed("BDI, paper", PAPER_BDI),
                    Series.of("MAG-aware BDI", magBdi),
                    Series.claimed("MAG-aware BDI, paper", PAPER_MAG_BDI))))
        .with(
            BarChart.of(
                "MAG-aware BDI by data set",
                first.names("mean"),
                Axis.linear("effective ratio"),
                surveys.stream()
                    .map(survey -> {
                      double[] ratios = survey.effectiveRatios(1);
                      return Series.of(
                          "MAG %d B".formatted(survey.granularity().magBytes()),
                          Survey.append(ratios, Survey.geometricMean(ratios)));
                    })
                    .toList()))
        .with(
            "ratios",
            first.table(
                "Effective ratios by data set and MAG",
                columns,
                row -> ratios(surveys, first.rows().indexOf(row)),
                "geometric mean",
                means));
  }

  private static List<Double> ratios(List<Survey> surveys, int row) {
    List<Double> ratios = new ArrayList<>();
    for (int codec = 0; codec < 2; codec++) {
      for (Survey survey : surveys) {
        ratios.add(survey.effectiveRatios(codec)[row]);
      }
    }
    return ratios;
  }
}
