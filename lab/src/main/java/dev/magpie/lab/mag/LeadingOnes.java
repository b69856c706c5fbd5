package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;

/** Section VI-C: deltas with and without a sign, in programs. */
record LeadingOnes(Study study) implements NamedExperiment {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("with a sign", MagPaper.MAG_BDI),
          Entry.of("without", MagPaper.MAG_BDI + ":delta=unsigned"),
          Entry.of("without, from the least", MagPaper.MAG_BDI + ":delta=unsigned-min"));

  @Override
  public Description description() {
    return SimulatedPaper.describe(
            "mag/leading-ones", "Deltas with and without a sign in programs", "section VI-C")
        .method(
            "The paper names it an option to count leading ones of deltas, too, which costs a bit for"
                + " the sign. Here that is the default; the change is that of signed deltas against"
                + " deltas without a sign. `mag/delta-modes` is the same of blocks at rest.")
        .deviation(
            "Without a sign, and with the first value as the base, a single delta below zero makes a"
                + " block incompressible.")
        .parameter("codecs", ENTRIES.stream().map(entry -> entry.setup().codec()).toList())
        .claim(
            NamedExperiment.of(
                    "ratio", "What the sign changes in the mean ratio", -1.3, Unit.PERCENT)
                .within(Band.around(-1.3, 0.05))
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .claim(
            NamedExperiment.of(
                    "speedup", "What the sign changes in the mean speedup", -2.4, Unit.PERCENT)
                .within(Band.around(-2.4, 0.05))
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison ratios = Comparison.ofEffectiveRatios(simulations, ENTRIES);
    Comparison speedups = Comparison.ofSpeedups(simulations, ENTRIES);
    return Findings.builder()
        .measure("ratio", 100 * (ratios.mean(0) / ratios.mean(1) - 1))
        .measure("speedup", 100 * (speedups.mean(0) / speedups.mean(1) - 1))
        .measure("ratioFromLeast", 100 * (ratios.mean(0) / ratios.mean(2) - 1))
        .chart(ratios.chart("Effective ratio by kind of delta", "effective ratio"))
        .chart(speedups.chart("Speedup by kind of delta", "speedup over no compression"))
        .table("ratios", ratios.table("Effective ratio of what moves", 3, ""))
        .table("speedups", speedups.table("Speedup over no compression", 3, ""))
        .build();
  }
}
