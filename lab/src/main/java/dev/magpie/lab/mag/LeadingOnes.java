package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;

/** Section VI-C: deltas with and without a sign, in programs. */
final class LeadingOnes {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("with a sign", MagPaper.MAG_BDI),
          Controller.of("without", MagPaper.MAG_BDI + ":delta=unsigned"),
          Controller.of("without, from the least", MagPaper.MAG_BDI + ":delta=unsigned-min"));

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/leading-ones", "Deltas with and without a sign in programs", "section VI-C")
        .method(
            "The paper names it an option to count leading ones of deltas, too, which costs a bit"
                + " for the sign. Here that is the default; the change is that of signed deltas"
                + " against deltas without a sign. `mag/delta-modes` is the same of blocks at"
                + " rest.")
        .deviation(
            "Without a sign, and with the first value as the base, a single delta below zero makes"
                + " a block incompressible.")
        .parameter("codecs", CONTROLLERS.codecs())
        .measure(context -> RatiosAndSpeedups.of(context, study, CONTROLLERS))
        .claims(
            Claim.of("ratio", "What the sign changes in the mean ratio")
                .because(
                    "Deltas without a sign that can be decoded lose a block to each delta below"
                        + " zero, most of all in LBM: more than a sign bit costs.")
                .percent("-1.3", both -> both.ratios().gain(0, 1)),
            Claim.of("speedup", "What the sign changes in the mean speedup")
                .because(
                    "Without the sign fewer blocks of LBM compress; in a quick run more than half"
                        + " of it is TP's, whose half-written lines leave the L2 at other times.")
                .percent("-2.4", both -> both.speedups().gain(0, 1)))
        .value("ratioFromLeast", both -> both.ratios().gain(0, 2))
        .draw(both ->
            both.draw(
                "Effective ratio by kind of delta",
                "Speedup by kind of delta",
                "speedup over no compression"));
  }
}
