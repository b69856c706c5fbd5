package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** Section VI-C: deltas with and without a sign. */
final class DeltaModes implements NamedExperiment {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CODECS =
      List.of(
          MagPaper.BDI,
          MagPaper.MAG_BDI,
          MagPaper.MAG_BDI + ":delta=unsigned",
          MagPaper.MAG_BDI + ":delta=unsigned-min");

  @Override
  public Description description() {
    return Description.of(
            "mag/delta-modes", "Deltas with and without a sign", MagPaper.source("section VI-C"))
        .method(
            "The paper's hardware checks sign-extended deltas (section IV-E); its evaluation drops"
                + " leading zeros and names the sign an option that costs 1.3 % (section VI-C)."
                + " Both are measured, and a third that is not in the paper: no sign, but the"
                + " smallest word as the base.")
        .deviation(
            "Without a sign, and with the first value as the base, a single delta below zero makes"
                + " a block incompressible that BDI compresses. A test of the delta's magnitude"
                + " alone would explain the paper's figures, but could not be decoded.")
        .parameter("block", 128)
        .parameter("mag", 32)
        .parameter("codecs", CODECS)
        .readsData()
        .claim(
            NamedExperiment.never(
                "larger.signed",
                "Signed deltas never take more bursts than BDI: exceptions",
                "blocks"))
        .claim(
            NamedExperiment.never(
                    "larger.unsigned",
                    "Unsigned deltas never take more bursts than BDI: exceptions",
                    "blocks")
                .notExpected(
                    "The paper finds MAG-aware BDI no worse than BDI on every program, but unsigned"
                        + " deltas from the first value reject blocks with a delta below zero."))
        .claim(
            NamedExperiment.of(
                    "change",
                    "What the sign changes in MAG-aware BDI's mean ratio",
                    -1.3,
                    Unit.PERCENT)
                .notExpected(
                    "Decodable unsigned deltas lose more blocks to negative deltas than the sign"
                        + " bit costs, and the data are not the paper's."))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    LargerBlocks signed = new LargerBlocks(GRANULARITY, 1, 0);
    LargerBlocks unsigned = new LargerBlocks(GRANULARITY, 2, 0);
    LargerBlocks least = new LargerBlocks(GRANULARITY, 3, 0);
    Survey survey =
        Survey.of(
            context, GRANULARITY, CODECS, BlockObserver.all(List.of(signed, unsigned, least)));
    RatioChart ratios =
        new RatioChart(survey, List.of("BDI", "signed", "unsigned", "unsigned from the least"));
    return Findings.builder()
        .measure("larger.signed", signed.count())
        .measure("larger.unsigned", unsigned.count())
        .measure("larger.unsigned-min", least.count())
        .measure("change", ratios.gain(1, 2))
        .measure("change.unsigned-min", ratios.gain(3, 1))
        .chart(ratios.chart("Effective ratio by kind of delta"))
        .table("ratios", ratios.table("Effective ratios by data set"))
        .build();
  }
}
