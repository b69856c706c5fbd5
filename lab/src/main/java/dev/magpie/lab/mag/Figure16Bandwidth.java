package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Arrays;
import java.util.List;

/** Figure 16: how much less moves to and from DRAM. */
record Figure16Bandwidth(Study study) implements NamedExperiment {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("BDI", MagPaper.BDI, 25),
          Entry.of("MAG-aware BDI", MagPaper.MAG_BDI, 41),
          Entry.of("BDI, all of it", "bdi"));

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe("mag/fig16", "Bandwidth reduction", "section VI-E, Figure 16")
            .method(
                "The reduction is 1 less the bytes that DRAM moves with compression, metadata among"
                    + " them, over those that it moves without. The mean is 1 less the geometric"
                    + " mean of the quotients.")
            .parameter("codecs", ENTRIES.stream().map(entry -> entry.setup().codec()).toList())
            .claim(
                NamedExperiment.holds(
                    "above", "MAG-aware BDI's mean reduction is larger than BDI's"))
            .claim(
                NamedExperiment.of("points", "By how much", 16, new Unit("points", 1))
                    .within(Band.around(16, 0.5))
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI moves no more than BDI on any program: exceptions",
                    "programs"));
    for (Entry entry : ENTRIES.subList(0, 2)) {
      description.claim(
          NamedExperiment.of(
                  "mean." + entry.setup().codec(),
                  entry.name() + ", mean reduction",
                  entry.paper(),
                  Unit.PERCENT)
              .within(Band.around(entry.paper(), 0.5))
              .notExpected(SimulatedPaper.OTHER_RUNS));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    Simulations simulations =
        Simulations.of(
            context,
            study,
            List.of(
                SimulatedPaper.NONE,
                SimulatedPaper.BDI,
                SimulatedPaper.MAG_BDI,
                ENTRIES.getLast().setup()));
    Comparison reductions =
        new Comparison(
            simulations,
            ENTRIES,
            setup ->
                Arrays.stream(simulations.bandwidthReductions(setup)).map(r -> 100 * r).toArray(),
            Figure16Bandwidth::mean);
    Findings.Builder findings =
        Findings.builder()
            .measure("above", reductions.mean(1) > reductions.mean(0))
            .measure("points", reductions.mean(1) - reductions.mean(0))
            .measure("belowBdi", Survey.countSmaller(reductions.values(1), reductions.values(0)));
    for (int e = 0; e < ENTRIES.size(); e++) {
      findings.measure("mean." + ENTRIES.get(e).setup().codec(), reductions.mean(e));
    }
    return findings
        .chart(reductions.chart("Bandwidth reduction", "bytes saved (%)"))
        .table("reductions", reductions.table("Bandwidth reduction", 1, "%"))
        .build();
  }

  private static double mean(double[] percent) {
    return 100 * (1 - Survey.geometricMean(Arrays.stream(percent).map(p -> 1 - p / 100).toArray()));
  }
}
