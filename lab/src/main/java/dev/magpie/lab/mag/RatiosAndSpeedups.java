package dev.magpie.lab.mag;

import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;

/** Effective ratios of what moves, and speedups, under the same memory controllers. */
record RatiosAndSpeedups(Comparison ratios, Comparison speedups) {
  static RatiosAndSpeedups of(RunContext context, Study study, List<Entry> entries) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(entries));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    return new RatiosAndSpeedups(
        Comparison.ofEffectiveRatios(simulations, entries),
        Comparison.ofSpeedups(simulations, entries));
  }

  /** By how many percent one controller's mean ratio is above another's. */
  double ratioGain(int entry, int over) {
    return 100 * (ratios.mean(entry) / ratios.mean(over) - 1);
  }

  /** By how many percent one controller's mean speedup is above another's. */
  double speedupGain(int entry, int over) {
    return 100 * (speedups.mean(entry) / speedups.mean(over) - 1);
  }

  Figures draw(String ratioTitle, String speedupTitle, String speedupAxis) {
    return Figures.none()
        .with(ratios.chart(ratioTitle, "effective ratio"))
        .with(speedups.chart(speedupTitle, speedupAxis))
        .with("ratios", ratios.table("Effective ratio of what moves", 3, ""))
        .with("speedups", speedups.table("Speedup over no compression", 3, ""));
  }
}
