package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
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

/** Figure 17: what 8-byte and 2-byte bases add to 4-byte ones, in programs. */
record Figure17Bases(Study study) implements NamedExperiment {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("4-byte bases", MagPaper.MAG_BDI),
          Entry.of("8-, 4- and 2-byte bases", MagPaper.MAG_BDI + ":bases=8+4+2"));

  @Override
  public Description description() {
    return SimulatedPaper.describe(
            "mag/fig17", "What more base sizes bring to programs", "section VI-F, Figure 17")
        .method(
            "MAG-aware BDI with 4-byte bases only, and with 8-byte and 2-byte bases too, which takes"
                + " more bits of metadata. `mag/fig17a-data` is the same of blocks at rest.")
        .parameter("codecs", ENTRIES.stream().map(entry -> entry.setup().codec()).toList())
        .claim(percent("ratio", "What more bases add to the mean effective ratio", 1.5, 0.05))
        .claim(percent("largestRatio", "What they add at most to a program's ratio", 14, 0.5))
        .claim(percent("speedup", "What they add to the mean speedup", 0.2, 0.05))
        .claim(percent("largestSpeedup", "What they add at most to a program's speedup", 0.5, 0.05))
        .claim(
            NamedExperiment.holds("bfsRatio", "BFS gains the most in ratio")
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .claim(
            NamedExperiment.holds("bfsSpeedup", "BFS gains the most in speedup")
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .claim(
            NamedExperiment.holds("small", "They add less than 3 % to the mean speedup")
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .build();
  }

  private static Claim.Quantity<Findings> percent(
      String measure, String text, double paper, double rounding) {
    return NamedExperiment.of(measure, text, paper, Unit.PERCENT)
        .within(Band.around(paper, rounding))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison ratios = Comparison.ofEffectiveRatios(simulations, ENTRIES);
    Comparison speedups = Comparison.ofSpeedups(simulations, ENTRIES);
    double gain = 100 * (speedups.mean(1) / speedups.mean(0) - 1);
    return Findings.builder()
        .measure("ratio", 100 * (ratios.mean(1) / ratios.mean(0) - 1))
        .measure("largestRatio", 100 * (ratios.largestQuotient(1, 0) - 1))
        .measure("speedup", gain)
        .measure("largestSpeedup", 100 * (speedups.largestQuotient(1, 0) - 1))
        .measure("bfsRatio", ratios.isLargestQuotient(1, 0, "BFS"))
        .measure("bfsSpeedup", speedups.isLargestQuotient(1, 0, "BFS"))
        .measure("small", gain < 3)
        .chart(ratios.chart("Effective ratio with more base sizes", "effective ratio"))
        .chart(speedups.chart("Speedup with more base sizes", "speedup over no compression"))
        .table("ratios", ratios.table("Effective ratio of what moves", 3, ""))
        .table("speedups", speedups.table("Speedup over no compression", 3, ""))
        .build();
  }
}
