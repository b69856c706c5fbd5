package dev.magpie.lab.mag;

import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;

/** Effective ratios of what moves, and speedups, under the same memory controllers. */
record RatiosAndSpeedups(Comparison ratios, Comparison speedups) {
  static RatiosAndSpeedups of(RunContext context, Study study, ComparedControllers controllers) {
    return of(controllers, controllers.simulateWithBaselines(context, study));
  }

  static RatiosAndSpeedups of(ComparedControllers controllers, Simulations simulations) {
    return new RatiosAndSpeedups(
        controllers.effectiveRatios(simulations), controllers.speedups(simulations));
  }

  Figures draw(String ratioTitle, String speedupTitle, String speedupAxis) {
    return Figures.none()
        .with(ratios.chart(ratioTitle, "effective ratio"))
        .with(speedups.chart(speedupTitle, speedupAxis))
        .with("ratios", ratios.table("Effective ratio of what moves", 3, ""))
        .with("speedups", speedups.table("Speedup over no compression", 3, ""));
  }
}
