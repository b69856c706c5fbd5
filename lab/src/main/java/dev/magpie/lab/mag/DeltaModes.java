package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.run.Experiment;
import java.util.List;

/** Section VI-C: deltas with and without a sign. */
final class DeltaModes {
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
        .measure(context ->
            RatiosAtRest.of(
                context, CODECS, "BDI", "signed", "unsigned", "unsigned from the least"))
        .claims(
            Claim.consistency("larger.signed", "Signed deltas never take more bursts than BDI")
                .never("blocks", modes -> modes.larger().count(1, 0)),
            Claim.consistency("larger.unsigned", "Unsigned deltas never take more bursts than BDI")
                .because(
                    "Unsigned deltas from the first value reject blocks with a delta below zero,"
                        + " which BDI's signed ones compress.")
                .never("blocks", modes -> modes.larger().count(2, 0)))
        .value("change", modes -> modes.ratios().gain(1, 2))
        .value("larger.unsigned-min", modes -> modes.larger().count(3, 0))
        .value("change.unsigned-min", modes -> modes.ratios().gain(3, 1))
        .draw(modes -> modes.draw("Effective ratio by kind of delta"));
  }
}
