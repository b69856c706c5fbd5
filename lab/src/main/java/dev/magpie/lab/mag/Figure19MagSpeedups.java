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
  private static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(
          List.of(List.of("1.24", "1.18", "1.09"), List.of("1.34", "1.28", "1.15")));

  static Experiment<?> experiment(Study study) {
    return MagSizes.describe("mag/fig19", "Speedup by MAG size", "section VI-G, Figure 19")
        .measure(context -> CONTROLLERS.speedups(CONTROLLERS.simulateWithBaselines(context, study)))
        .claims(MagSizes.order(Claim::of, "", Function.<Comparison>identity()).stream())
        .claims(
            Claim.of("points.16", "MAG-aware BDI's mean speedup less BDI's at 16 bytes")
                .is(
                    "10",
                    new Unit("points", 1),
                    speedups -> speedups.points(MagSizes.MAGS.size(), 0)))
        .claims(MagSizes.means(CONTROLLERS, Map.of(), Function.identity()))
        .draw(speedups ->
            Figures.none()
                .with(speedups.chart("Speedup over no compression, by MAG", "speedup"))
                .with("speedups", speedups.table("Speedup over no compression", 3, "")));
  }
}
