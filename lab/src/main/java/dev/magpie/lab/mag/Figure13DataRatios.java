package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Figure 13: raw and effective compression ratios of five codecs. */
final class Figure13DataRatios implements NamedExperiment {

  /** A codec of the figure with the paper's means. */
  private record Entry(String spec, String name, double raw, double effective) {}

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("fpc", "FPC", 1.44, 1.29),
          new Entry("c-pack", "C-PACK", 1.65, 1.38),
          new Entry("tslc-opt", "TSLC-OPT", 1.75, 1.52),
          new Entry(MagPaper.BDI, "BDI", 1.70, 1.37),
          new Entry(MagPaper.MAG_BDI, "MAG-aware BDI", 1.85, 1.85));

  private static final int TSLC = 2;
  private static final int BDI = 3;
  private static final int MAG_BDI = 4;

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
                "mag/fig13-data",
                "Raw and effective compression ratio",
                MagPaper.source("section VI-B, Figure 13"))
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
            .parameter("block", 128)
            .parameter("mag", 32)
            .parameter("codecs", ENTRIES.stream().map(Entry::spec).toList())
            .readsData()
            .claim(
                NamedExperiment.never(
                    "rawUnlikeEffective",
                    "MAG-aware BDI's raw and effective ratios are the same: exceptions",
                    "data sets"))
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI's effective ratio is at least BDI's: exceptions",
                    "data sets"))
            .claim(
                NamedExperiment.holds(
                    "aboveBdi", "MAG-aware BDI's mean effective ratio is above BDI's"))
            .claim(
                NamedExperiment.holds(
                    "aboveFpc", "MAG-aware BDI's mean effective ratio is above FPC's"))
            .claim(
                NamedExperiment.holds(
                    "aboveCPack", "MAG-aware BDI's mean effective ratio is above C-PACK's"))
            .claim(
                NamedExperiment.holds(
                    "aboveTslc", "MAG-aware BDI's mean effective ratio is above TSLC-OPT's"))
            .claim(
                NamedExperiment.of(
                        "gain.tslc-opt", "MAG-aware BDI's gain over TSLC-OPT", 33, Unit.PERCENT)
                    .notExpected(reason()))
            .claim(
                NamedExperiment.of("gain.bdi", "MAG-aware BDI's gain over BDI", 48, Unit.PERCENT)
                    .notExpected(reason()))
            .claim(
                NamedExperiment.of("gain.fpc", "MAG-aware BDI's gain over FPC", 56, Unit.PERCENT)
                    .notExpected(reason()))
            .claim(
                NamedExperiment.of(
                        "gain.c-pack", "MAG-aware BDI's gain over C-PACK", 47, Unit.PERCENT)
                    .notExpected(reason()));
    for (Entry entry : ENTRIES) {
      description
          .claim(
              NamedExperiment.of(
                      "effective." + entry.spec,
                      entry.name + ", mean effective ratio",
                      entry.effective,
                      Unit.RATIO)
                  .notExpected(reason()))
          .claim(
              NamedExperiment.of(
                      "raw." + entry.spec, entry.name + ", mean raw ratio", entry.raw, Unit.RATIO)
                  .notExpected(reason()));
    }
    return description.build();
  }

  private static String reason() {
    return MagPaper.OTHER_DATA;
  }

  @Override
  public Findings run(RunContext context) {
    List<String> specs = ENTRIES.stream().map(Entry::spec).toList();
    Survey survey = Survey.of(context, Granularity.DEFAULT, specs);
    double[] raw = means(survey::rawRatios);
    double[] effective = means(survey::effectiveRatios);
    Findings.Builder findings =
        Findings.builder()
            .measure(
                "rawUnlikeEffective",
                survey.rows().stream()
                    .map(row -> row.byCodec().get(MAG_BDI))
                    .filter(
                        sizes -> sizes.storedBytes() != sizes.effectiveBytes(survey.granularity()))
                    .count())
            .measure(
                "belowBdi",
                Survey.countSmaller(survey.effectiveRatios(MAG_BDI), survey.effectiveRatios(BDI)))
            .measure("aboveBdi", effective[MAG_BDI] > effective[BDI])
            .measure("aboveFpc", effective[MAG_BDI] > effective[0])
            .measure("aboveCPack", effective[MAG_BDI] > effective[1])
            .measure("aboveTslc", effective[MAG_BDI] > effective[TSLC])
            .measure("gain.tslc-opt", 100 * (effective[MAG_BDI] / effective[TSLC] - 1))
            .measure("gain.bdi", 100 * (effective[MAG_BDI] / effective[BDI] - 1))
            .measure("gain.fpc", 100 * (effective[MAG_BDI] / effective[0] - 1))
            .measure("gain.c-pack", 100 * (effective[MAG_BDI] / effective[1] - 1));
    for (int c = 0; c < specs.size(); c++) {
      findings
          .measure("effective." + specs.get(c), effective[c])
          .measure("raw." + specs.get(c), raw[c]);
    }
    return findings
        .chart(
            chart(
                survey,
                "Effective compression ratio",
                survey::effectiveRatios,
                ENTRIES.stream().mapToDouble(Entry::effective).toArray()))
        .chart(
            chart(
                survey,
                "Raw compression ratio",
                survey::rawRatios,
                ENTRIES.stream().mapToDouble(Entry::raw).toArray()))
        .table(
            "ratios",
            survey.table(
                "Ratios by data set",
                ENTRIES.stream()
                    .flatMap(entry ->
                        List.of(
                            Column.number(entry.name + " raw", 3),
                            Column.number(entry.name + " effective", 3))
                            .stream())
                    .toList(),
                row ->
                    row.byCodec().stream()
                        .flatMap(sizes ->
                            List.of(sizes.rawRatio(), sizes.effectiveRatio(survey.granularity()))
                                .stream())
                        .toList(),
                "geometric mean",
                interleave(raw, effective)))
        .build();
  }

  private static double[] means(IntFunction<double[]> ratios) {
    double[] means = new double[ENTRIES.size()];
    Arrays.setAll(means, codec -> Survey.geometricMean(ratios.apply(codec)));
    return means;
  }

  private static List<Double> interleave(double[] one, double[] other) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < one.length; i++) {
      all.add(one[i]);
      all.add(other[i]);
    }
    return all;
  }

  private static BarChart chart(
      Survey survey, String title, IntFunction<double[]> ratios, double[] paper) {
    List<Series> series = new ArrayList<>();
    for (int c = 0; c < ENTRIES.size(); c++) {
      double[] values = ratios.apply(c);
      series.add(
          Series.of(
              ENTRIES.get(c).name, Survey.append(values, Survey.geometricMean(values), paper[c])));
    }
    return BarChart.of(title, survey.names("mean", "paper's mean"), Axis.linear("ratio"), series);
  }
}
