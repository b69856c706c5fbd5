package dev.magpie.lab.mag;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 13: raw and effective compression ratios of five codecs. */
final class Figure13DataRatios {
  private static final int BDI = Figure13Ratios.BDI;
  private static final int MAG_BDI = Figure13Ratios.MAG_BDI;

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig13-data", "Raw and effective compression ratio", "section VI-B, Figure 13")
        .method(
            "Every block is sized under each codec. The raw ratio counts whole bytes, the"
                + " effective ratio whole bursts. Means over the data are geometric.")
        .deviation(MagPaper.SIGNED)
        .deviation(
            "TSLC-OPT, which is lossy, approximates all floating-point numbers and nothing"
                + " else. The paper marks by hand what each program can do without, and none"
                + " of five of its programs; all floating-point numbers are more than that.")
        .deviation(
            "Its code book is trained on blocks all over each data set, 16 MiB at most, and"
                + " so knows what comes; the paper samples as the program runs. Its header's"
                + " layout is ours.")
        .parameter("codecs", Figure13Ratios.PAPER.codecs())
        .ofData()
        .measure(Figure13DataRatios::measure)
        .claims(
            Claim.consistency(
                    "rawUnlikeEffective", "MAG-aware BDI's raw and effective ratios are the same")
                .nowhere("data sets", Ratios::rawUnlikeEffective),
            Claim.consistency("belowBdi", "MAG-aware BDI's effective ratio is at least BDI's")
                .nowhere("data sets", ratios -> ratios.effective.below(MAG_BDI, BDI)))
        .values(
            IntStream.range(0, Figure13Ratios.PAPER.count())
                .boxed()
                .flatMap(c -> {
                  String codec = Figure13Ratios.PAPER.get(c).codec();
                  return Stream.of(
                      new Value<>("effective." + codec, ratios -> ratios.effective.mean(c)),
                      new Value<>("raw." + codec, ratios -> ratios.raw.mean(c)),
                      new Value<>("gain." + codec, ratios -> ratios.effective.gain(MAG_BDI, c)));
                }))
        .draw(Figure13DataRatios::draw);
  }

  private static Ratios measure(RunContext context) {
    Survey survey = context.survey(Granularity.DEFAULT, Figure13Ratios.PAPER.codecs());
    return new Ratios(
        survey,
        Figure13Ratios.PAPER_RAW.compare(survey, SizeHistogram::rawRatio),
        Figure13Ratios.PAPER.compare(survey, sizes -> sizes.effectiveRatio(survey.granularity())));
  }

  private static Figures draw(Ratios ratios) {
    List<Comparison.Column> both = new ArrayList<>();
    for (int c = 0; c < Figure13Ratios.PAPER.count(); c++) {
      String name = Figure13Ratios.PAPER.get(c).name();
      both.add(Comparison.Column.of(name + " raw", ratios.raw.values(c)));
      both.add(Comparison.Column.of(name + " effective", ratios.effective.values(c)));
    }
    return Figures.none()
        .with(ratios.effective.chart("Effective compression ratio", "ratio"))
        .with(ratios.raw.chart("Raw compression ratio", "ratio"))
        .with("ratios", ratios.raw.with(both).table("Ratios by data set", 3, ""));
  }

  /** Ratios of all data, in the order of the paper's codecs. */
  record Ratios(Survey survey, Comparison raw, Comparison effective) {
    private List<String> rawUnlikeEffective() {
      return survey.rows().stream()
          .filter(row -> {
            SizeHistogram sizes = row.byCodec().get(MAG_BDI);
            return sizes.storedBytes() != sizes.effectiveBytes(survey.granularity());
          })
          .map(Survey.Row::name)
          .toList();
    }
  }
}
