package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 14: how much faster programs run with compression. */
record Figure14Speedup(Study study) implements Experiment<Figure14Speedup.Speedups> {
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
    return SimulatedPaper.describe("mag/fig14", "Speedup", "section VI-C, Figure 14")
        .method(
            "Speedup is time without compression over time with it. Means are geometric. BPC,"
                + " which the paper leaves out, and BDI with its cases for zeros, repeats and"
                + " other bases are beside the paper's five.")
        .deviation(
            "TSLC's code book is trained on the memory as it is when the first kernel begins,"
                + " where the paper samples the first 20 million instructions.")
        .parameter("codecs", ENTRIES.stream().map(entry -> entry.setup().codec()).toList())
        .build();
  }

  /** Measured under {@link #ENTRIES} and TSLC's variations. */
  record Speedups(Comparison speedups, Comparison ratios, Comparison variations) {
    /** Percentage points between two mean speedups. */
    private double points(int entry, int over) {
      return 100 * (speedups.mean(entry) - speedups.mean(over));
    }

    private boolean isMagBdiFastest() {
      return IntStream.range(0, MAG_BDI).allMatch(e -> speedups.mean(MAG_BDI) > speedups.mean(e));
    }

    private boolean isBfsFasterWithLessRatio() {
      return ratios.value(FPC, BFS) > ratios.value(MAG_BDI, BFS)
          && speedups.value(MAG_BDI, BFS) > speedups.value(FPC, BFS);
    }
  }

  @Override
  public List<Claim<Speedups>> claims() {
    List<Claim<Speedups>> claims =
        new ArrayList<>(
            List.of(
                Claim.of(
                        "belowBdi",
                        "MAG-aware BDI is at least as fast as BDI on every program (to 0.1 %)")
                    .never("programs", measured -> measured.speedups.countBelow(MAG_BDI, BDI)),
                Claim.of("tslcAboveBdi", "TSLC-OPT is faster than BDI on average")
                    .holds(measured -> measured.speedups.mean(TSLC) > measured.speedups.mean(BDI)),
                Claim.of("fastest", "MAG-aware BDI is the fastest of the paper's five on average")
                    .holds(Speedups::isMagBdiFastest),
                Claim.of(
                        "variations",
                        "TSLC's three variations have almost the same mean speedup: largest over"
                            + " smallest")
                    .within(new Band(1, 1.02))
                    .is(1, Unit.RATIO, measured -> measured.variations.spread(0, 1, 2)),
                points("points.bdi", "MAG-aware BDI's speedup over BDI's", 10, MAG_BDI, BDI),
                points("points.fpc", "MAG-aware BDI's speedup over FPC's", 15, MAG_BDI, FPC),
                points("points.tslc", "MAG-aware BDI's speedup over TSLC-OPT's", 8, MAG_BDI, TSLC),
                points("points.tslcOverBdi", "TSLC-OPT's speedup over BDI's", 2, TSLC, BDI),
                Claim.of(
                        "bfsLatency",
                        "BFS: FPC's ratio is above MAG-aware BDI's, whose speedup is above FPC's")
                    .notExpected(SimulatedPaper.OTHER_RUNS)
                    .holds(Speedups::isBfsFasterWithLessRatio),
                SimulatedPaper.claim("largest", "Largest speedup of MAG-aware BDI over BDI")
                    .around(0.5)
                    .is(
                        27,
                        Unit.PERCENT,
                        measured -> 100 * (measured.speedups.largestQuotient(MAG_BDI, BDI) - 1))));
    for (int e = 0; e <= MAG_BDI; e++) {
      Entry entry = ENTRIES.get(e);
      int index = e;
      claims.add(
          SimulatedPaper.claim("mean." + entry.setup().codec(), entry.name() + ", mean speedup")
              .around(0.005)
              .is(entry.paper(), Unit.RATIO, measured -> measured.speedups.mean(index)));
    }
    return claims;
  }

  private static Claim<Speedups> points(
      String name, String text, double paper, int entry, int over) {
    return SimulatedPaper.claim(name, text)
        .around(0.5)
        .is(paper, new Unit("points", 1), measured -> measured.points(entry, over));
  }

  @Override
  public List<Value<Speedups>> values() {
    return IntStream.range(MAG_BDI + 1, ENTRIES.size())
        .mapToObj(e ->
            Value.<Speedups>of(
                "mean." + ENTRIES.get(e).setup().codec(), measured -> measured.speedups.mean(e)))
        .toList();
  }

  @Override
  public Speedups measure(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.addAll(Comparison.setups(Figure15Error.VARIATIONS));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups.stream().distinct().toList());
    return new Speedups(
        Comparison.ofSpeedups(simulations, ENTRIES),
        Comparison.ofEffectiveRatios(simulations, ENTRIES),
        Comparison.ofSpeedups(simulations, Figure15Error.VARIATIONS));
  }

  @Override
  public Figures draw(Speedups measured) {
    return Figures.none()
        .with(
            measured
                .speedups
                .chart("Speedup", "speedup over no compression")
                .withReference("no compression", 1))
        .with("speedups", measured.speedups.table("Speedup over no compression", 3, ""));
  }
}
