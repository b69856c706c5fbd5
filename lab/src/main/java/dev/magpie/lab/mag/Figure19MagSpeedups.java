package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Study;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Figure 19: speedup at other memory access granularities. */
final class Figure19MagSpeedups {
  static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(
          List.of(List.of("1.24", "1.18", "1.09"), List.of("1.34", "1.28", "1.15")));

  private static final Map<Setup, String> WHY_GAIN =
      Map.of(
          Setup.of(MagPaper.BDI, 16),
          "TP loses 15 %, by its half-written lines, and SC, HW, MST and PVR gain 5 % at most.",
          Setup.of(MagPaper.BDI, 64),
          "LBM and BFS2 gain 63 and 46 %, the other nine 6 %.",
          Setup.of(MagPaper.MAG_BDI, 16),
          "SC, HW, MST, PVR and TP gain 7 % at most, as they gain little with bursts of 32 bytes"
              + " (`mag/fig14`).");

  private static final Map<String, String> WHY =
      Map.of(
          "belowBdi",
          "By a tenth of a percent in LBM, of which both move nearly the same bytes: less than the"
              + " place of arrays in memory changes (`mag/causes`). In a quick run more of TP's"
              + " half-written lines leave the small L2 under MAG-aware BDI.",
          "falls.bdi",
          "TP rises: the larger the bursts, the more of its half-written lines moves without"
              + " compression. In a full run LBM, BP, BFS and BFS2 rise from 32 to 64 bytes, too;"
              + " without TP and LBM the mean falls.");

  static Experiment<?> experiment(Study study) {
    return MagSizes.describe("mag/fig19", "Speedup by MAG size", "section VI-G, Figure 19")
        .measure(context -> CONTROLLERS.speedups(CONTROLLERS.simulateWithBaselines(context, study)))
        .claims(MagSizes.speedupOrder("", WHY, Function.<Comparison>identity()))
        .claims(
            Claim.of("points.16", "MAG-aware BDI's mean speedup less BDI's at 16 bytes")
                .because(
                    "In a full run LBM, 2.4 times as fast and 1.6 under BDI, makes four of the"
                        + " points: its metadata, of three bits a block, miss in 0.2 % of the"
                        + " look-ups there, and BDI's, of two, in 3.9 %, as at 32 bytes both do"
                        + " (docs/mag-paper.md). In a quick run six programs keep DRAM busy for less than half"
                        + " of the time (`mag/table5`) and hardly gain, but for TP.")
                .is(
                    "10",
                    new Unit("points", 1),
                    speedups -> speedups.points(MagSizes.MAGS.size(), 0)))
        .claims(MagSizes.gains("", CONTROLLERS, WHY_GAIN, Function.identity()))
        .values(MagSizes.meansWithoutTp(CONTROLLERS, Function.<Comparison>identity()))
        .draw(speedups ->
            Figures.none()
                .with(speedups.chart("Speedup over no compression, by MAG", "speedup"))
                .with("speedups", speedups.table("Speedup over no compression", 3, "")));
  }
}
