package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

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
            percent(
                "ratio",
                "What more bases add to the mean effective ratio",
                1.5,
                0.05,
                both -> both.ratios().gain(1, 0)),
            percent(
                "largestRatio",
                "What they add at most to a program's ratio",
                14,
                0.5,
                both -> 100 * (both.ratios().largestQuotient(1, 0) - 1)),
            percent(
                "speedup",
                "What they add to the mean speedup",
                0.2,
                0.05,
                both -> both.speedups().gain(1, 0)),
            percent(
                "largestSpeedup",
                "What they add at most to a program's speedup",
                0.5,
                0.05,
                both -> 100 * (both.speedups().largestQuotient(1, 0) - 1)),
            holds(
                "bfsRatio",
                "BFS gains the most in ratio",
                both -> both.ratios().isLargestQuotient(1, 0, "BFS")),
            holds(
                "bfsSpeedup",
                "BFS gains the most in speedup",
                both -> both.speedups().isLargestQuotient(1, 0, "BFS")),
            holds(
                "small",
                "They add less than 3 % to the mean speedup",
                both -> both.speedups().gain(1, 0) < 3))
        .draw(both ->
            both.draw(
                "Effective ratio with more base sizes",
                "Speedup with more base sizes",
                "speedup over no compression"));
  }

  private static Claim<RatiosAndSpeedups> percent(
      String name,
      String text,
      double paper,
      double rounding,
      ToDoubleFunction<RatiosAndSpeedups> gain) {
    return SimulatedPaper.claim(name, text).around(rounding).percent(paper, gain);
  }

  private static Claim<RatiosAndSpeedups> holds(
      String name, String text, Predicate<RatiosAndSpeedups> statement) {
    return Claim.of(name, text).notExpected(SimulatedPaper.OTHER_RUNS).holds(statement);
  }
}
