package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** Section VI-C: deltas with and without a sign. */
final class DeltaModes {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CODECS =
      List.of(
          MagPaper.BDI,
          MagPaper.MAG_BDI,
          MagPaper.MAG_BDI + ":delta=unsigned",
          MagPaper.MAG_BDI + ":delta=unsigned-min");

  static Experiment<?> experiment() {
    return MagPaper.describe("mag/delta-modes", "Deltas with and without a sign", "section VI-C")
        .method(
            "The paper's hardware checks sign-extended deltas (section IV-E); its evaluation drops"
                + " leading zeros and names the sign an option that costs 1.3 % (section VI-C)."
                + " Both are measured, and a third that is not in the paper: no sign, but the"
                + " smallest word as the base.")
        .deviation(
            "Without a sign, and with the first value as the base, a single delta below zero makes"
                + " a block incompressible that BDI compresses. A test of the delta's magnitude"
                + " alone would explain the paper's figures, but could not be decoded.")
        .parameter("codecs", CODECS)
        .ofData()
        .measure(DeltaModes::measure)
        .claims(
            Claim.of("larger.signed", "Signed deltas never take more bursts than BDI")
                .never("blocks", Modes::signed),
            Claim.of("larger.unsigned", "Unsigned deltas never take more bursts than BDI")
                .notExpected(
                    "The paper finds MAG-aware BDI no worse than BDI on every program, but unsigned"
                        + " deltas from the first value reject blocks with a delta below zero.")
                .never("blocks", Modes::unsigned),
            Claim.of("change", "What the sign changes in MAG-aware BDI's mean ratio")
                .notExpected(
                    "Decodable unsigned deltas lose more blocks to negative deltas than the sign"
                        + " bit costs, and the data are not the paper's.")
                .percent(-1.3, modes -> modes.ratios.gain(1, 2)))
        .value("larger.unsigned-min", Modes::least)
        .value("change.unsigned-min", modes -> modes.ratios.gain(3, 1))
        .draw(modes ->
            Figures.none()
                .with(modes.ratios.chart("Effective ratio by kind of delta", "effective ratio"))
                .with("ratios", modes.ratios.table("Effective ratios by data set", 3, "")));
  }

  private static Modes measure(RunContext context) {
    LargerBlocks signed = new LargerBlocks(GRANULARITY, 1, 0);
    LargerBlocks unsigned = new LargerBlocks(GRANULARITY, 2, 0);
    LargerBlocks least = new LargerBlocks(GRANULARITY, 3, 0);
    Survey survey =
        context.survey(GRANULARITY, CODECS, BlockObserver.all(List.of(signed, unsigned, least)));
    Comparison ratios =
        survey.compareEffectiveRatios("BDI", "signed", "unsigned", "unsigned from the least");
    return new Modes(ratios, signed.count(), unsigned.count(), least.count());
  }

  /**
   * What was measured.
   *
   * @param ratios of BDI, and of MAG-aware BDI with each kind of delta
   * @param signed blocks that take more bursts than under BDI
   * @param unsigned the same
   * @param least the same, with the smallest word as the base
   */
  record Modes(Comparison ratios, long signed, long unsigned, long least) {}
}
