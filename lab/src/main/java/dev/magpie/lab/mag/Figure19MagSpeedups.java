package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Figure 19: speedup at other memory access granularities. */
final class Figure19MagSpeedups {
  private static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(new double[][] {{1.24, 1.18, 1.09}, {1.34, 1.28, 1.15}});

  static Experiment<?> experiment(Study study) {
    return MagSizes.describe("mag/fig19", "Speedup by MAG size", "section VI-G, Figure 19")
        .measure(context -> CONTROLLERS.speedups(CONTROLLERS.simulateWithBaselines(context, study)))
        .claims(MagSizes.order(Function.identity()).stream())
        .claims(IntStream.range(0, 2).mapToObj(Figure19MagSpeedups::points))
        .claims(MagSizes.means(CONTROLLERS, Function.identity()).stream())
        .draw(speedups ->
            Figures.none()
                .with(speedups.chart("Speedup over no compression, by MAG", "speedup"))
                .with("speedups", speedups.table("Speedup over no compression", 3, "")));
  }

  private static Claim<Comparison> points(int mag) {
    int bytes = MagSizes.MAGS.get(mag);
    return SimulatedPaper.claim(
            "points." + bytes,
            "MAG-aware BDI's mean speedup over BDI's at %d bytes".formatted(bytes))
        .around(0.5)
        .is(
            10,
            new Unit("points", 1),
            speedups -> 100 * (speedups.mean(mag + MagSizes.MAGS.size()) - speedups.mean(mag)));
  }
}
