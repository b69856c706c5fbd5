package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** MAG-aware BDI against the paper's BDI and against all of BDI. */
final class Baselines {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CODECS = List.of(MagPaper.BDI, "bdi", MagPaper.MAG_BDI);
  private static final String REASON =
      "All of BDI also codes an all-zero block in 1 byte, a repeated value in 8, and 8-byte bases"
          + " with 1-byte deltas in 26: each is one burst. The paper's numbers fit only a baseline"
          + " without these.";

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/baselines",
            "Which BDI is the baseline",
            "sections IV-B and VI-A, Figures 12 and 13")
        .method(
            "The paper says that BDI reaches 32 bytes for no block and cannot be smaller than 40,"
                + " although one of its programs is largely zeros. That is BDI with 1-byte and"
                + " 2-byte deltas on 4-byte bases only, `units=b4`. The same blocks are sized under"
                + " it, under all of BDI, and under MAG-aware BDI.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(Baselines::measure)
        .claims(
            smallest("smallest.b4", "the paper's BDI", MagPaper.BDI, ""),
            smallest("smallest.full", "all of BDI", "bdi", REASON),
            Claim.of(
                    "worse.b4",
                    "MAG-aware BDI's effective ratio is at least that of the paper's BDI")
                .never("data sets", compared -> compared.worse(0)),
            Claim.of("worse.full", "MAG-aware BDI's effective ratio is at least that of all of BDI")
                .notExpected(REASON)
                .never("data sets", compared -> compared.worse(1)),
            Claim.of("gain.b4", "MAG-aware BDI's gain over the paper's BDI")
                .notExpected(MagPaper.OTHER_DATA)
                .percent(48, compared -> compared.ratios.gain(2, 0)),
            Claim.of("gain.full", "MAG-aware BDI's gain over all of BDI")
                .notExpected(REASON)
                .percent(48, compared -> compared.ratios.gain(2, 1)))
        .value("largerBlocks.b4", Compared::largerThanB4)
        .value("largerBlocks.full", Compared::largerThanFull)
        .draw(compared ->
            Figures.none()
                .with(
                    compared.ratios.chart(
                        "Effective ratio against both baselines", "effective ratio"))
                .with("ratios", compared.ratios.table("Effective ratios by data set", 3, "")));
  }

  private static Compared measure(RunContext context) {
    LargerBlocks overB4 = new LargerBlocks(GRANULARITY, 2, 0);
    LargerBlocks overFull = new LargerBlocks(GRANULARITY, 2, 1);
    Survey survey =
        context.survey(GRANULARITY, CODECS, BlockObserver.all(List.of(overB4, overFull)));
    Comparison ratios =
        survey.compareEffectiveRatios("BDI, 4-byte bases", "BDI, all of it", "MAG-aware BDI");
    return new Compared(ratios, overB4.count(), overFull.count());
  }

  /**
   * What was measured.
   *
   * @param ratios of the paper's BDI, all of BDI, and MAG-aware BDI
   * @param largerThanB4 blocks that take more bursts under MAG-aware BDI than under the paper's
   * @param largerThanFull the same against all of BDI
   */
  record Compared(Comparison ratios, long largerThanB4, long largerThanFull) {
    /** Data sets on which MAG-aware BDI has the smaller ratio. */
    private double worse(int than) {
      return ratios.countBelow(2, than);
    }
  }

  private static Claim<Compared> smallest(
      String name, String codec, String spec, String notExpected) {
    return Claim.of(name, "Smallest block of " + codec)
        .notExpected(notExpected)
        .whole(40, "bytes", _ -> Codecs.create(spec, GRANULARITY).staticSizes().getFirst() / 8.0);
  }
}
