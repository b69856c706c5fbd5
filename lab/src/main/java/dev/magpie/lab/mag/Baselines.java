package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** MAG-aware BDI against the paper's BDI and against all of BDI. */
final class Baselines implements NamedExperiment {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CODECS = List.of(MagPaper.BDI, "bdi", MagPaper.MAG_BDI);
  private static final String REASON =
      "All of BDI also codes an all-zero block in 1 byte, a repeated value in 8, and 8-byte bases"
          + " with 1-byte deltas in 26: each is one burst. The paper's numbers fit only a baseline"
          + " without these.";

  @Override
  public Description description() {
    return Description.of(
            "mag/baselines",
            "Which BDI is the baseline",
            MagPaper.source("sections IV-B and VI-A, Figures 12 and 13"))
        .method(
            "The paper says that BDI reaches 32 bytes for no block and cannot be smaller than 40,"
                + " although one of its programs is largely zeros. That is BDI with 1-byte and"
                + " 2-byte deltas on 4-byte bases only, `units=b4`. The same blocks are sized under"
                + " it, under all of BDI, and under MAG-aware BDI.")
        .deviation(MagPaper.SIGNED)
        .parameter("block", 128)
        .parameter("mag", 32)
        .parameter("codecs", CODECS)
        .readsData()
        .claim(smallest("smallest.b4", "the paper's BDI"))
        .claim(smallest("smallest.full", "all of BDI").notExpected(REASON))
        .claim(
            NamedExperiment.never(
                "worse.b4",
                "MAG-aware BDI's effective ratio is at least that of the paper's BDI: exceptions",
                "data sets"))
        .claim(
            NamedExperiment.never(
                    "worse.full",
                    "MAG-aware BDI's effective ratio is at least that of all of BDI: exceptions",
                    "data sets")
                .notExpected(REASON))
        .claim(
            NamedExperiment.of(
                    "gain.b4", "MAG-aware BDI's gain over the paper's BDI", 48, Unit.PERCENT)
                .notExpected(MagPaper.OTHER_DATA))
        .claim(
            NamedExperiment.of(
                    "gain.full", "MAG-aware BDI's gain over all of BDI", 48, Unit.PERCENT)
                .notExpected(REASON))
        .build();
  }

  private static Claim.Quantity<Findings> smallest(String measure, String codec) {
    return NamedExperiment.of(measure, "Smallest block of " + codec, 40, Unit.whole("bytes"));
  }

  @Override
  public Findings run(RunContext context) {
    LargerBlocks overB4 = new LargerBlocks(GRANULARITY, 2, 0);
    LargerBlocks overFull = new LargerBlocks(GRANULARITY, 2, 1);
    Survey survey =
        Survey.of(context, GRANULARITY, CODECS, BlockObserver.all(List.of(overB4, overFull)));
    RatioChart ratios =
        new RatioChart(survey, List.of("BDI, 4-byte bases", "BDI, all of it", "MAG-aware BDI"));
    double[] magBdi = survey.effectiveRatios(2);
    return Findings.builder()
        .measure("smallest.b4", smallestBytes(MagPaper.BDI))
        .measure("smallest.full", smallestBytes("bdi"))
        .measure("worse.b4", Survey.countSmaller(magBdi, survey.effectiveRatios(0)))
        .measure("worse.full", Survey.countSmaller(magBdi, survey.effectiveRatios(1)))
        .measure("largerBlocks.b4", overB4.count())
        .measure("largerBlocks.full", overFull.count())
        .measure("gain.b4", ratios.gain(2, 0))
        .measure("gain.full", ratios.gain(2, 1))
        .chart(ratios.chart("Effective ratio against both baselines"))
        .table("ratios", ratios.table("Effective ratios by data set"))
        .build();
  }

  private static double smallestBytes(String spec) {
    return Codecs.create(spec, GRANULARITY).staticSizes().getFirst() / 8.0;
  }
}
