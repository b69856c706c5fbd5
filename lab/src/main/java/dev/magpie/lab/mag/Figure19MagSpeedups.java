package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Figure 19: speedup at other memory access granularities. */
record Figure19MagSpeedups(Study study) implements Experiment<Comparison> {
  private static final ComparedControllers CONTROLLERS =
      MagSizes.controllers(new double[][] {{1.24, 1.18, 1.09}, {1.34, 1.28, 1.15}});

  @Override
  public Description description() {
    return MagSizes.describe("mag/fig19", "Speedup by MAG size", "section VI-G, Figure 19");
  }

  @Override
  public List<Claim<Comparison>> claims() {
    List<Claim<Comparison>> claims = new ArrayList<>(MagSizes.order(Function.identity()));
    for (int m = 0; m < 2; m++) {
      int bdi = m;
      int magBdi = m + MagSizes.MAGS.size();
      claims.add(
          SimulatedPaper.claim(
                  "points." + MagSizes.MAGS.get(m),
                  "MAG-aware BDI's mean speedup over BDI's at %d bytes"
                      .formatted(MagSizes.MAGS.get(m)))
              .around(0.5)
              .is(
                  10,
                  new Unit("points", 1),
                  speedups -> 100 * (speedups.mean(magBdi) - speedups.mean(bdi))));
    }
    claims.addAll(MagSizes.means(CONTROLLERS, Function.identity()));
    return claims;
  }

  @Override
  public Comparison measure(RunContext context) {
    return CONTROLLERS.speedups(CONTROLLERS.simulateWithBaselines(context, study));
  }

  @Override
  public Figures draw(Comparison speedups) {
    return Figures.none()
        .with(speedups.chart("Speedup over no compression, by MAG", "speedup"))
        .with("speedups", speedups.table("Speedup over no compression", 3, ""));
  }
}
