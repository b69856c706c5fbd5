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

/** Figure 14: how much faster programs run with compression. */
record Figure14Speedup(Study study) implements NamedExperiment {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("FPC", "fpc", 1.13),
          Entry.of("C-PACK", "c-pack", 1.17),
          Entry.of("TSLC-OPT", "tslc-opt", 1.20),
          Entry.of("BDI", MagPaper.BDI, 1.18),
          Entry.of("MAG-aware BDI", MagPaper.MAG_BDI, 1.28),
          Entry.of("BPC", "bpc"),
          Entry.of("BDI, all of it", "bdi"));

  private static final int FPC = 0;
  private static final int TSLC = 2;
  private static final int BDI = 3;
  private static final int MAG_BDI = 4;
  private static final String BFS = "BFS";

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe("mag/fig14", "Speedup", "section VI-C, Figure 14")
            .method(
                "Speedup is time without compression over time with it. Means are geometric. BPC,"
                    + " which the paper leaves out, and BDI with its cases for zeros, repeats and"
                    + " other bases are beside the paper's five.")
            .deviation(
                "TSLC's code book is trained on the memory as it is when the first kernel begins,"
                    + " where the paper samples the first 20 million instructions.")
            .parameter("codecs", ENTRIES.stream().map(entry -> entry.setup().codec()).toList())
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI is at least as fast as BDI on every program (to 0.1 %):"
                        + " exceptions",
                    "programs"))
            .claim(NamedExperiment.holds("tslcAboveBdi", "TSLC-OPT is faster than BDI on average"))
            .claim(
                NamedExperiment.holds(
                    "fastest", "MAG-aware BDI is the fastest of the paper's five on average"))
            .claim(
                NamedExperiment.of(
                        "variations",
                        "TSLC's three variations have almost the same mean speedup: largest over"
                            + " smallest",
                        1,
                        Unit.RATIO)
                    .within(new Band(1, 1.02)))
            .claim(points("points.bdi", "MAG-aware BDI's speedup over BDI's", 10))
            .claim(points("points.fpc", "MAG-aware BDI's speedup over FPC's", 15))
            .claim(points("points.tslc", "MAG-aware BDI's speedup over TSLC-OPT's", 8))
            .claim(points("points.tslcOverBdi", "TSLC-OPT's speedup over BDI's", 2))
            .claim(
                NamedExperiment.holds(
                        "bfsLatency",
                        "BFS: FPC's ratio is above MAG-aware BDI's, whose speedup is above FPC's")
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                NamedExperiment.of(
                        "largest", "Largest speedup of MAG-aware BDI over BDI", 27, Unit.PERCENT)
                    .within(Band.around(27, 0.5))
                    .notExpected(SimulatedPaper.OTHER_RUNS));
    for (Entry entry : ENTRIES) {
      if (!Double.isNaN(entry.paper())) {
        description.claim(
            NamedExperiment.of(
                    "mean." + entry.setup().codec(),
                    entry.name() + ", mean speedup",
                    entry.paper(),
                    Unit.RATIO)
                .within(Band.around(entry.paper(), 0.005))
                .notExpected(SimulatedPaper.OTHER_RUNS));
      }
    }
    return description.build();
  }

  private static Claim.Quantity<Findings> points(String measure, String text, double paper) {
    return NamedExperiment.of(measure, text, paper, new Unit("points", 1))
        .within(Band.around(paper, 0.5))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.addAll(Comparison.setups(Figure15Error.VARIATIONS));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups.stream().distinct().toList());
    Comparison speedups = Comparison.ofSpeedups(simulations, ENTRIES);
    Comparison ratios = Comparison.ofEffectiveRatios(simulations, ENTRIES);
    double best = Double.NEGATIVE_INFINITY;
    for (int e = 0; e < MAG_BDI; e++) {
      best = Math.max(best, speedups.mean(e));
    }
    Findings.Builder findings =
        Findings.builder()
            .measure("belowBdi", speedups.countBelow(MAG_BDI, BDI))
            .measure("tslcAboveBdi", speedups.mean(TSLC) > speedups.mean(BDI))
            .measure(
                "variations",
                Comparison.ofSpeedups(simulations, Figure15Error.VARIATIONS).spread(0, 1, 2))
            .measure("fastest", speedups.mean(MAG_BDI) > best)
            .measure("points.bdi", 100 * (speedups.mean(MAG_BDI) - speedups.mean(BDI)))
            .measure("points.fpc", 100 * (speedups.mean(MAG_BDI) - speedups.mean(FPC)))
            .measure("points.tslc", 100 * (speedups.mean(MAG_BDI) - speedups.mean(TSLC)))
            .measure("points.tslcOverBdi", 100 * (speedups.mean(TSLC) - speedups.mean(BDI)))
            .measure(
                "bfsLatency",
                ratios.value(FPC, BFS) > ratios.value(MAG_BDI, BFS)
                    && speedups.value(MAG_BDI, BFS) > speedups.value(FPC, BFS))
            .measure("largest", 100 * (speedups.largestQuotient(MAG_BDI, BDI) - 1));
    for (int e = 0; e < ENTRIES.size(); e++) {
      findings.measure("mean." + ENTRIES.get(e).setup().codec(), speedups.mean(e));
    }
    return findings
        .chart(
            speedups
                .chart("Speedup", "speedup over no compression")
                .withReference("no compression", 1))
        .table("speedups", speedups.table("Speedup over no compression", 3, ""))
        .build();
  }
}
