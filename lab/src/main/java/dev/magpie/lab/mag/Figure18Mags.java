package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Figure 18: effective ratio at other memory access granularities. */
final class Figure18Mags {
  static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(
          List.of(List.of("1.57", "1.37", "1.27"), List.of("2.41", "1.85", "1.41")));

  private static final Map<Setup, String> WHY =
      Map.of(
          Setup.of(MagPaper.BDI, 16),
          "SC's values, of 31 bits, do not compress: 72 bytes a block, as where they are bytes"
              + " (`mag/inputs`), are five bursts of 16 and raise the mean by 4 %.",
          Setup.of(MagPaper.MAG_BDI, 16),
          "SC's values, of 31 bits, do not compress: a ratio of 2 would raise the mean by 6.5 %,"
              + " and LBM's 7.9 by 2 % in a full run.");

  /** Where MAG-aware BDI's controllers begin. */
  private static final int MAG_BDI = MagSizes.MAGS.size();

  /** Ratios of what moved, in the order of {@link #CONTROLLERS}. */
  record Ratios(Comparison effective, Comparison raw) {
    /** BDI's raw ratio over its effective one, by MAG. */
    private double[] gaps() {
      return IntStream.range(0, MagSizes.MAGS.size())
          .mapToDouble(m -> raw.mean(m) / effective.mean(m))
          .toArray();
    }
  }

  static Experiment<?> experiment(Study study) {
    return MagSizes.describe(
            "mag/fig18", "Effective ratio of what moves by MAG size", "section VI-G, Figure 18")
        .measure(context -> measure(context, study))
        .claims(
            MagSizes.ratioOrder(
                "",
                Map.of(
                    "belowBdi",
                    "No block takes more; but under each codec lines leave the L2 at other times."),
                Ratios::effective))
        .claims(
            Claim.of("lbm", "LBM under MAG-aware BDI at 16 bytes")
                .because(
                    "Nearly all blocks would have to take 16 bytes. In a full run a quarter takes"
                        + " 32; in a quick one, whose rows are a block each, most do.")
                .ratio("7.9", ratios -> ratios.effective.value(MAG_BDI, "LBM")),
            Claim.of("lbmMost", "LBM gains the most from bursts of 16 bytes")
                .because(
                    "In a quick run each block of LBM has cells beside a wall, as a row is a block,"
                        + " and few take 16 bytes. With rows of 120 cells it gains the most.")
                .nowhere(
                    "programs", ratios -> ratios.effective.gainMore(MAG_BDI, MAG_BDI + 1, "LBM")),
            Claim.consistency(
                    "gapGrows", "BDI: raw and effective ratio are farther apart as the MAG grows")
                .holds(ratios ->
                    ratios.gaps()[0] < ratios.gaps()[1] && ratios.gaps()[1] < ratios.gaps()[2]),
            Claim.consistency(
                    "notSolved", "BDI: bursts of 16 bytes bring them nearer, and not together")
                .holds(ratios -> ratios.gaps()[0] < ratios.gaps()[1] && ratios.gaps()[0] > 1))
        .claims(MagSizes.means("", CONTROLLERS, WHY, Ratios::effective))
        .values(MagSizes.meansWithoutTp(CONTROLLERS, Ratios::effective))
        .draw(ratios ->
            Figures.none()
                .with(
                    ratios.effective.chart(
                        "Effective ratio of what moves, by MAG", "effective ratio"))
                .with("ratios", ratios.effective.table("Effective ratio of what moves", 3, "")));
  }

  private static Ratios measure(RunContext context, Study study) {
    Simulations simulations = CONTROLLERS.simulate(context, study);
    return new Ratios(CONTROLLERS.effectiveRatios(simulations), CONTROLLERS.rawRatios(simulations));
  }
}
