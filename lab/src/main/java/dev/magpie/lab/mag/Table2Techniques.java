package dev.magpie.lab.mag;

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

/** Table II: techniques that have BDI inside, with MAG-aware BDI in its place. */
record Table2Techniques(Study study) implements NamedExperiment {
  private static final List<String> TECHNIQUES = List.of("hycomp", "latte-cc", "caba", "tavana");
  private static final List<String> NAMES = List.of("HyComp", "LATTE-CC", "CABA", "Tavana et al.");

  /** Each technique with BDI, then with MAG-aware BDI. */
  private static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      entries.add(Entry.of(NAMES.get(t) + " with BDI", TECHNIQUES.get(t) + ":bdi=full"));
      entries.add(Entry.of(NAMES.get(t) + " with MAG-BDI", TECHNIQUES.get(t) + ":bdi=mag"));
    }
    return entries;
  }

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe(
                "mag/table2",
                "Techniques that benefit from MAG-aware BDI",
                "section IV-A, Table II")
            .method(
                "The paper says that these techniques benefit, and does not measure it. Each runs with"
                    + " all of BDI inside, and with MAG-aware BDI.")
            .deviation(
                "BDI inside is all of BDI, with its cases for zeros and repeats, as the techniques' own"
                    + " papers have it, and not the paper's baseline.")
            .parameter("codecs", entries().stream().map(entry -> entry.setup().codec()).toList());
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      description
          .claim(
              NamedExperiment.holds(
                  "ratio." + TECHNIQUES.get(t),
                  NAMES.get(t) + ": MAG-aware BDI raises the mean effective ratio"))
          .claim(
              NamedExperiment.holds(
                  "speedup." + TECHNIQUES.get(t),
                  NAMES.get(t) + ": MAG-aware BDI raises the mean speedup"));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    List<Entry> entries = entries();
    List<Setup> setups = new ArrayList<>(Comparison.setups(entries));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison ratios = Comparison.ofEffectiveRatios(simulations, entries);
    Comparison speedups = Comparison.ofSpeedups(simulations, entries);
    Findings.Builder findings = Findings.builder();
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      String technique = TECHNIQUES.get(t);
      findings
          .measure("ratio." + technique, ratios.mean(2 * t + 1) > ratios.mean(2 * t))
          .measure("speedup." + technique, speedups.mean(2 * t + 1) > speedups.mean(2 * t))
          .measure("ratioGain." + technique, gain(ratios, t))
          .measure("speedupGain." + technique, gain(speedups, t));
    }
    return findings
        .chart(ratios.chart("Effective ratio with BDI and MAG-aware BDI inside", "effective ratio"))
        .chart(speedups.chart("Speedup with BDI and MAG-aware BDI inside", "speedup"))
        .table("ratios", ratios.table("Effective ratio of what moves", 3, ""))
        .table("speedups", speedups.table("Speedup over no compression", 3, ""))
        .build();
  }

  private static double gain(Comparison figure, int technique) {
    return 100 * (figure.mean(2 * technique + 1) / figure.mean(2 * technique) - 1);
  }
}
