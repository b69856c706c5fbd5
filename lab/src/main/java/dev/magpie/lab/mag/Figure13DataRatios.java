package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Figure 13: raw and effective compression ratios of five codecs. */
final class Figure13DataRatios implements Experiment<Survey> {

  /** A codec of the figure with the paper's means. */
  private record Entry(String spec, String name, double raw, double effective) {}

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("fpc", "FPC", 1.44, 1.29),
          new Entry("c-pack", "C-PACK", 1.65, 1.38),
          new Entry("tslc-opt", "TSLC-OPT", 1.75, 1.52),
          new Entry(MagPaper.BDI, "BDI", 1.70, 1.37),
          new Entry(MagPaper.MAG_BDI, "MAG-aware BDI", 1.85, 1.85));

  private static final int FPC = 0;
  private static final int C_PACK = 1;
  private static final int TSLC = 2;
  private static final int BDI = 3;
  private static final int MAG_BDI = 4;

  @Override
  public Description description() {
    return Description.of(
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
        .build();
  }

  @Override
  public List<Claim<Survey>> claims() {
    List<Claim<Survey>> claims = new ArrayList<>();
    claims.add(
        Claim.of("rawUnlikeEffective", "MAG-aware BDI's raw and effective ratios are the same")
            .never(
                "data sets",
                survey ->
                    survey.rows().stream()
                        .map(row -> row.byCodec().get(MAG_BDI))
                        .filter(sizes ->
                            sizes.storedBytes() != sizes.effectiveBytes(survey.granularity()))
                        .count()));
    claims.add(
        Claim.of("belowBdi", "MAG-aware BDI's effective ratio is at least BDI's")
            .never(
                "data sets",
                survey ->
                    Survey.countSmaller(
                        survey.effectiveRatios(MAG_BDI), survey.effectiveRatios(BDI))));
    claims.add(above("aboveBdi", BDI));
    claims.add(above("aboveFpc", FPC));
    claims.add(above("aboveCPack", C_PACK));
    claims.add(above("aboveTslc", TSLC));
    claims.add(gain(TSLC, 33));
    claims.add(gain(BDI, 48));
    claims.add(gain(FPC, 56));
    claims.add(gain(C_PACK, 47));
    for (int e = 0; e < ENTRIES.size(); e++) {
      Entry entry = ENTRIES.get(e);
      int codec = e;
      claims.add(
          Claim.of("effective." + entry.spec, entry.name + ", mean effective ratio")
              .notExpected(MagPaper.OTHER_DATA)
              .is(entry.effective, Unit.RATIO, survey -> effective(survey, codec)));
      claims.add(
          Claim.of("raw." + entry.spec, entry.name + ", mean raw ratio")
              .notExpected(MagPaper.OTHER_DATA)
              .is(entry.raw, Unit.RATIO, survey -> Survey.geometricMean(survey.rawRatios(codec))));
    }
    return claims;
  }

  private static double effective(Survey survey, int codec) {
    return Survey.geometricMean(survey.effectiveRatios(codec));
  }

  private static Claim<Survey> above(String name, int other) {
    return Claim.of(
            name,
            "MAG-aware BDI's mean effective ratio is above %s's".formatted(ENTRIES.get(other).name))
        .holds(survey -> effective(survey, MAG_BDI) > effective(survey, other));
  }

  private static Claim<Survey> gain(int over, double paper) {
    Entry other = ENTRIES.get(over);
    String name = over == BDI ? "bdi" : other.spec;
    return Claim.of("gain." + name, "MAG-aware BDI's gain over " + other.name)
        .notExpected(MagPaper.OTHER_DATA)
        .is(
            paper,
            Unit.PERCENT,
            survey -> 100 * (effective(survey, MAG_BDI) / effective(survey, over) - 1));
  }

  @Override
  public Survey measure(RunContext context) {
    List<String> specs = ENTRIES.stream().map(Entry::spec).toList();
    return context.survey(Granularity.DEFAULT, specs);
  }

  @Override
  public Figures draw(Survey survey) {
    return Figures.none()
        .with(
            chart(
                survey,
                "Effective compression ratio",
                survey::effectiveRatios,
                ENTRIES.stream().mapToDouble(Entry::effective).toArray()))
        .with(
            chart(
                survey,
                "Raw compression ratio",
                survey::rawRatios,
                ENTRIES.stream().mapToDouble(Entry::raw).toArray()))
        .with(
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
                interleave(means(survey::rawRatios), means(survey::effectiveRatios))));
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
