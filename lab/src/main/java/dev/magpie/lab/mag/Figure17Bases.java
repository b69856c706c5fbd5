package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;

/** Figure 17: what 8-byte and 2-byte bases add to 4-byte ones, in programs. */
final class Figure17Bases {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("4-byte bases", MagPaper.MAG_BDI),
          Controller.of("8-, 4- and 2-byte bases", MagPaper.MAG_BDI + ":bases=8+4+2"));

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/fig17", "What more base sizes bring to programs", "section VI-F, Figure 17")
        .method(
            "MAG-aware BDI with 4-byte bases only, and with 8-byte and 2-byte bases too, which"
                + " takes more bits of metadata. `mag/fig17a-data` is the same of blocks at rest.")
        .parameter("codecs", CONTROLLERS.codecs())
        .measure(context -> RatiosAndSpeedups.of(context, study, CONTROLLERS))
        .claims(
            Claim.of("ratio", "What more bases add to the mean effective ratio")
                .because(
                    "BFS and PVR gain far more than the others, and hold most of what the mean"
                        + " gains.")
                .percent("1.5", both -> both.ratios().gain(1, 0)),
            Claim.of("largestRatio", "What they add at most to a program's ratio")
                .because(
                    "BFS's masks are bytes of 0 and 1. A pair of these, as a word of 2 bytes, is 0,"
                        + " 1, 256 or 257, so two bits from zero or from 256 do.")
                .percent("14", both -> 100 * (both.ratios().largestQuotient(1, 0) - 1)),
            Claim.of("speedup", "What they add to the mean speedup")
                .because(
                    "In a full run BFS, whose masks shrink, and TP, whose half-written lines leave"
                        + " the L2 at other times, gain more than the mean loses by LBM: more bases"
                        + " take twice the metadata, of which LBM misses twice as much. In a quick"
                        + " run TP takes 1.2 points off it, and without TP it is 0.1 %.")
                .percent("0.2", both -> both.speedups().gain(1, 0)),
            Claim.of("largestSpeedup", "What they add at most to a program's speedup")
                .because(
                    "Blocks of BFS's masks move as one burst in place of three; TP's half-written"
                        + " lines leave the L2 at other times.")
                .percent("0.5", both -> 100 * (both.speedups().largestQuotient(1, 0) - 1)),
            Claim.of("bfsRatio", "BFS gains the most in ratio")
                .nowhere("programs", both -> both.ratios().gainMore(1, 0, "BFS")),
            Claim.of("bfsSpeedup", "BFS gains the most in speedup")
                .because(
                    "TP gains more in a full run, which says nothing: so does its speedup by the"
                        + " place of its arrays in memory (`mag/causes`). In a quick run no program"
                        + " gains more than 0.5 %.")
                .nowhere("programs", both -> both.speedups().gainMore(1, 0, "BFS")),
            Claim.consistency("small", "They add less to the mean speedup than to the mean ratio")
                .holds(both -> both.speedups().gain(1, 0) < both.ratios().gain(1, 0)),
            Claim.of("types", "Data of GPU programs that are integers or floats of 4 bytes")
                .open("92 %", "The programs of the BPC paper, from which this is cited."))
        .value(
            "speedup.withoutTP",
            both ->
                100
                    * (ComparedControllers.meanWithoutTp(both.speedups(), 1)
                            / ComparedControllers.meanWithoutTp(both.speedups(), 0)
                        - 1))
        .draw(both ->
            both.draw(
                "Effective ratio with more base sizes",
                "Speedup with more base sizes",
                "speedup over no compression"));
  }
}
