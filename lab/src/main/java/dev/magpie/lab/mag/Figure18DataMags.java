package dev.magpie.lab.mag;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
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

/** Figure 18: effective ratios at other memory access granularities. */
final class Figure18DataMags implements NamedExperiment {
  private static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final double[] PAPER_BDI = {1.57, 1.37, 1.27};
  private static final double[] PAPER_MAG_BDI = {2.41, 1.85, 1.41};

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
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
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI's ratio is at least BDI's at every MAG: exceptions",
                    "data sets"))
            .claim(
                NamedExperiment.never(
                    "risesWithMag", "Ratios fall as the MAG grows: exceptions", "data sets"))
            .claim(
                NamedExperiment.of(
                    "largest.16", "Largest ratio at a MAG of 16 bytes", 8, Unit.RATIO))
            .claim(
                NamedExperiment.of(
                        "largest.32", "Largest ratio at a MAG of 32 bytes", 2, Unit.RATIO)
                    .notExpected(
                        "The paper's text slips: a 128-byte block in one burst of 32 bytes is a"
                            + " ratio of 4; 2 is the largest at a MAG of 64."));
    for (int i = 0; i < MAGS.size(); i++) {
      description
          .claim(mean("magBdi." + MAGS.get(i), "MAG-aware BDI", MAGS.get(i), PAPER_MAG_BDI[i]))
          .claim(mean("bdi." + MAGS.get(i), "BDI", MAGS.get(i), PAPER_BDI[i]));
    }
    return description.build();
  }

  private static Claim.Quantity<Findings> mean(
      String measure, String codec, int mag, double paper) {
    return NamedExperiment.of(
            measure, "%s, mean ratio at a MAG of %d bytes".formatted(codec, mag), paper, Unit.RATIO)
        .notExpected(MagPaper.OTHER_DATA);
  }

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    List<Survey> surveys = new ArrayList<>();
    double belowBdi = 0;
    for (int mag : MAGS) {
      Granularity granularity = new Granularity(128, mag);
      Survey survey = Survey.of(context, granularity, List.of(MagPaper.BDI, MagPaper.MAG_BDI));
      surveys.add(survey);
      belowBdi += Survey.countSmaller(survey.effectiveRatios(1), survey.effectiveRatios(0));
      int smallest = Codecs.create(MagPaper.MAG_BDI, granularity).staticSizes().getFirst();
      findings.measure("largest." + mag, (double) granularity.blockBits() / smallest);
    }
    double risesWithMag = 0;
    for (int i = 1; i < surveys.size(); i++) {
      for (int codec = 0; codec < 2; codec++) {
        risesWithMag +=
            Survey.countSmaller(
                surveys.get(i - 1).effectiveRatios(codec), surveys.get(i).effectiveRatios(codec));
      }
    }
    double[] bdi = means(surveys, 0);
    double[] magBdi = means(surveys, 1);
    for (int i = 0; i < MAGS.size(); i++) {
      findings.measure("bdi." + MAGS.get(i), bdi[i]).measure("magBdi." + MAGS.get(i), magBdi[i]);
    }
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
    return findings
        .measure("belowBdi", belowBdi)
        .measure("risesWithMag", risesWithMag)
        .chart(
            BarChart.of(
                "Mean effective ratio by MAG",
                MAGS.stream().map(mag -> mag + " B").toList(),
                Axis.linear("ratio"),
                List.of(
                    Series.of("BDI", bdi),
                    Series.claimed("BDI, paper", PAPER_BDI),
                    Series.of("MAG-aware BDI", magBdi),
                    Series.claimed("MAG-aware BDI, paper", PAPER_MAG_BDI))))
        .chart(
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
        .table(
            "ratios",
            first.table(
                "Effective ratios by data set and MAG",
                columns,
                row -> ratios(surveys, first.rows().indexOf(row)),
                "geometric mean",
                means))
        .build();
  }

  private static double[] means(List<Survey> surveys, int codec) {
    return surveys.stream()
        .mapToDouble(survey -> Survey.geometricMean(survey.effectiveRatios(codec)))
        .toArray();
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
