package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.run.Experiment;
import java.util.List;

/** Figure 17a: what 8-byte and 2-byte bases add to 4-byte ones. */
final class Figure17DataBases {
  private static final List<String> CODECS =
      List.of(MagPaper.MAG_BDI, MagPaper.MAG_BDI + ":bases=8+4+2");

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig17a-data", "What more base sizes bring", "section VI-F, Figure 17a")
        .method(
            "Every block is sized under MAG-aware BDI with 4-byte bases only, and with 8-byte and"
                + " 2-byte bases too.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(
            context -> RatiosAtRest.of(context, CODECS, "4-byte bases", "8-, 4- and 2-byte bases"))
        .claims(
            Claim.consistency("largerBlocks", "More bases never make a block larger")
                .never("blocks", compared -> compared.larger().count(1, 0)))
        .value("gain", compared -> compared.ratios().gain(1, 0))
        .value("largestGain", compared -> 100 * (compared.ratios().largestQuotient(1, 0) - 1))
        .draw(compared -> compared.draw("Effective ratio with more base sizes"));
  }
}
