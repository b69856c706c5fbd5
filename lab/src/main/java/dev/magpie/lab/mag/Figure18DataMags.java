package dev.magpie.lab.mag;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 18: effective ratios at other memory access granularities. */
final class Figure18DataMags {
  private static final List<Integer> MAGS = MagSizes.MAGS;
  private static final double[] PAPER_BDI = {1.57, 1.37, 1.27};
  private static final double[] PAPER_MAG_BDI = {2.41, 1.85, 1.41};

  static Experiment<?> experiment() {
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
        .ofData()
        .measure(Figure18DataMags::measure)
        .claims(
            Claim.consistency("belowBdi", "MAG-aware BDI's ratio is at least BDI's at every MAG")
                .never(
                    "data sets",
                    ratios ->
                        mags().mapToLong(mag -> ratios.below(at(1, mag), at(0, mag)).size()).sum()),
            Claim.consistency("risesWithMag", "Ratios fall as the MAG grows")
                .never("data sets", Figure18DataMags::risesWithMag),
            Claim.consistency("largest.16", "Largest ratio at a MAG of 16 bytes")
                .whole(8, "", _ -> largestRatio(16)),
            Claim.consistency("largest.32", "Largest ratio at a MAG of 32 bytes")
                .because(
                    "The paper's text slips: a 128-byte block in one burst of 32 bytes is a ratio"
                        + " of 4; 2 is the largest at a MAG of 64.")
                .whole(2, "", _ -> largestRatio(32)))
        .values(
            mags()
                .boxed()
                .flatMap(mag ->
                    Stream.of(
                        new Value<>("magBdi." + MAGS.get(mag), ratios -> ratios.mean(at(1, mag))),
                        new Value<>("bdi." + MAGS.get(mag), ratios -> ratios.mean(at(0, mag))))))
        .value("largest.64", _ -> largestRatio(64))
        .draw(Figure18DataMags::draw);
  }

  private static Comparison measure(RunContext context) {
    List<String> codecs = List.of(MagPaper.BDI, MagPaper.MAG_BDI);
    List<Survey> surveys =
        MAGS.stream().map(mag -> context.survey(new Granularity(128, mag), codecs)).toList();
    List<Comparison.Column> columns = new ArrayList<>();
    for (int codec = 0; codec < codecs.size(); codec++) {
      for (Survey survey : surveys) {
        String name =
            (codec == 0 ? "BDI, %d B" : "MAG-aware BDI, %d B")
                .formatted(survey.granularity().magBytes());
        columns.add(Comparison.Column.of(name, survey.effectiveRatios(codec)));
      }
    }
    return new Comparison(surveys.getFirst().subjects(), columns, Survey::geometricMean);
  }

  private static Figures draw(Comparison ratios) {
    return Figures.none()
        .with(
            BarChart.of(
                "Mean effective ratio by MAG",
                MAGS.stream().map(mag -> mag + " B").toList(),
                Axis.linear("ratio"),
                List.of(
                    Series.of("BDI", means(ratios, 0)),
                    Series.claimed("BDI, paper", PAPER_BDI),
                    Series.of("MAG-aware BDI", means(ratios, 1)),
                    Series.claimed("MAG-aware BDI, paper", PAPER_MAG_BDI))))
        .with(
            ratios
                .with(
                    mags()
                        .mapToObj(mag ->
                            Comparison.Column.of(
                                "MAG %d B".formatted(MAGS.get(mag)), ratios.values(at(1, mag))))
                        .toList())
                .chart("MAG-aware BDI by data set", "effective ratio"))
        .with("ratios", ratios.table("Effective ratios by data set and MAG", 3, ""));
  }

  private static IntStream mags() {
    return IntStream.range(0, MAGS.size());
  }

  /** The column of BDI (0) or MAG-aware BDI (1) at a MAG. */
  private static int at(int codec, int mag) {
    return codec * MAGS.size() + mag;
  }

  /** Of both codecs, data sets whose ratio is larger at the larger of two MAGs. */
  private static double risesWithMag(Comparison ratios) {
    return mags()
        .skip(1)
        .mapToDouble(mag ->
            ratios.below(at(0, mag - 1), at(0, mag)).size()
                + ratios.below(at(1, mag - 1), at(1, mag)).size())
        .sum();
  }

  private static double largestRatio(int mag) {
    Granularity granularity = new Granularity(128, mag);
    int smallest = Codecs.create(MagPaper.MAG_BDI, granularity).staticSizes().getFirst();
    return (double) granularity.blockBits() / smallest;
  }

  private static double[] means(Comparison ratios, int codec) {
    return mags().mapToDouble(mag -> ratios.mean(at(codec, mag))).toArray();
  }
}
