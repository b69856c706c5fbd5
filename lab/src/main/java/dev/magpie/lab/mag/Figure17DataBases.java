package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** Figure 17a: what 8-byte and 2-byte bases add to 4-byte ones. */
final class Figure17DataBases {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CODECS =
      List.of(MagPaper.MAG_BDI, MagPaper.MAG_BDI + ":bases=8+4+2");
  private static final String REASON =
      MagPaper.OTHER_DATA
          + " Some of them are doubles or 16-bit floats, which the paper's programs hardly use.";

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig17a-data", "What more base sizes bring", "section VI-F, Figure 17a")
        .method(
            "Every block is sized under MAG-aware BDI with 4-byte bases only, and with 8-byte and"
                + " 2-byte bases too.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(Figure17DataBases::measure)
        .claims(
            Claim.of("largerBlocks", "More bases never make a block larger")
                .never("blocks", Compared::largerBlocks),
            Claim.of("gain", "What more bases add to the mean effective ratio")
                .notExpected(REASON)
                .percent(1.5, compared -> compared.ratios.gain(1, 0)),
            Claim.of("largestGain", "What they add at most to a data set's ratio")
                .notExpected(REASON)
                .percent(14, Compared::largestGain))
        .draw(compared ->
            Figures.none()
                .with(
                    compared.ratios.chart(
                        "Effective ratio with more base sizes", "effective ratio"))
                .with("ratios", compared.ratios.table("Effective ratios by data set", 3, "")));
  }

  private static Compared measure(RunContext context) {
    LargerBlocks larger = new LargerBlocks(GRANULARITY, 1, 0);
    Survey survey = context.survey(GRANULARITY, CODECS, larger);
    Comparison ratios = survey.compareEffectiveRatios("4-byte bases", "8-, 4- and 2-byte bases");
    return new Compared(ratios, larger.count());
  }

  /**
   * What was measured.
   *
   * @param ratios with 4-byte bases, and with all
   * @param largerBlocks blocks that more bases make larger
   */
  record Compared(Comparison ratios, long largerBlocks) {
    /** In percent of a data set's ratio. */
    private double largestGain() {
      return 100 * (ratios.largestQuotient(1, 0) - 1);
    }
  }
}
