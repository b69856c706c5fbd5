package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Figure 19: speedup at other memory access granularities. */
final class Figure19MagSpeedups {
  static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(
          List.of(List.of("1.24", "1.18", "1.09"), List.of("1.34", "1.28", "1.15")));

  private static final Map<String, String> WHY =
      Map.of(
          "belowBdi",
          "More of TP's half-written lines leave the small L2 of a quick run under MAG-aware BDI."
              + " What others lose is less than the place of arrays in memory changes"
              + " (`mag/causes`).",
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
        .claims(MagSizes.means("", CONTROLLERS, Map.of(), Function.identity()))
        .values(MagSizes.meansWithoutTp(CONTROLLERS, Function.<Comparison>identity()))
        .draw(speedups ->
            Figures.none()
                .with(speedups.chart("Speedup over no compression, by MAG", "speedup"))
                .with("speedups", speedups.table("Speedup over no compression", 3, "")));
  }
}
