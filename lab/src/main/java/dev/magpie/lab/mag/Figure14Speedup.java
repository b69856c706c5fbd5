package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.stream.IntStream;

/** Figure 14: how much faster programs run with compression. */
final class Figure14Speedup {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("FPC", "fpc", 1.13),
          Controller.of("C-PACK", "c-pack", 1.17),
          Controller.of("TSLC-OPT", "tslc-opt", 1.20),
          Controller.of("BDI", MagPaper.BDI, 1.18),
          Controller.of("MAG-aware BDI", MagPaper.MAG_BDI, 1.28),
          Controller.of("BPC", "bpc"),
          Controller.of("BDI, all of it", "bdi"));

  private static final int FPC = 0;
  private static final int TSLC = 2;
  private static final int BDI = 3;
  private static final int MAG_BDI = 4;
  private static final String BFS = "BFS";

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe("mag/fig14", "Speedup", "section VI-C, Figure 14")
        .method(
            "Speedup is time without compression over time with it. Means are geometric. BPC,"
                + " which the paper leaves out, and BDI with its cases for zeros, repeats and"
                + " other bases are beside the paper's five.")
        .deviation(
            "TSLC's code book is trained on the memory as it is when the first kernel begins,"
                + " where the paper samples the first 20 million instructions.")
        .parameter("codecs", CONTROLLERS.codecs())
        .measure(context -> measure(context, study))
        .claims(
            Claim.of(
                    "belowBdi",
                    "MAG-aware BDI is at least as fast as BDI on every program (to 0.1 %)")
                .never("programs", measured -> measured.speedups.countBelow(MAG_BDI, BDI, 0.001)),
            Claim.of("tslcAboveBdi", "TSLC-OPT is faster than BDI on average")
                .holds(measured -> measured.speedups.mean(TSLC) > measured.speedups.mean(BDI)),
            Claim.of("fastest", "MAG-aware BDI is the fastest of the paper's five on average")
                .holds(Speedups::isMagBdiFastest),
            Claim.of(
                    "variations",
                    "TSLC's three variations have almost the same mean speedup: largest over"
                        + " smallest")
                .within(1, 1.02)
                .ratio(1, measured -> measured.variations.spread(0, 1, 2)),
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
                .percent(
                    27, measured -> 100 * (measured.speedups.largestQuotient(MAG_BDI, BDI) - 1)))
        .claims(
            IntStream.rangeClosed(0, MAG_BDI)
                .mapToObj(e ->
                    CONTROLLERS.mean(
                        "mean.", e, "mean speedup", 0.005, Unit.RATIO, Speedups::speedups)))
        .values(
            IntStream.range(MAG_BDI + 1, CONTROLLERS.count())
                .mapToObj(e ->
                    new Value<>(
                        "mean." + CONTROLLERS.get(e).codec(),
                        measured -> measured.speedups.mean(e))))
        .draw(measured ->
            Figures.none()
                .with(
                    measured
                        .speedups
                        .chart("Speedup", "speedup over no compression")
                        .withReference("no compression", 1))
                .with("speedups", measured.speedups.table("Speedup over no compression", 3, "")));
  }

  private static Speedups measure(RunContext context, Study study) {
    Simulations simulations =
        CONTROLLERS.withMore(Figure15Error.VARIATIONS).simulateWithBaselines(context, study);
    return new Speedups(
        CONTROLLERS.speedups(simulations),
        CONTROLLERS.effectiveRatios(simulations),
        Figure15Error.VARIATIONS.speedups(simulations));
  }

  /** Measured under {@link #CONTROLLERS} and TSLC's variations. */
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

  private static Claim<Speedups> points(
      String name, String text, double paper, int entry, int over) {
    return SimulatedPaper.claim(name, text)
        .around(0.5)
        .is(paper, new Unit("points", 1), measured -> measured.points(entry, over));
  }
}
