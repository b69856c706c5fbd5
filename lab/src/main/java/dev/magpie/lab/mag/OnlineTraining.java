package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Codecs that are trained before the first kernel, and online. */
final class OnlineTraining {
  private static final List<String> CODECS =
      List.of("tslc-opt", "hycomp:bdi=full", "latte-cc:bdi=full", "e2mc", "sc2");
  private static final List<String> NAMES =
      List.of("TSLC-OPT", "HyComp", "LATTE-CC", "E2MC", "SC2");

  /** The others' places among the controllers, behind those of {@link #CODECS}. */
  private static final int BDI = 2 * CODECS.size();

  private static final int MAG_BDI = BDI + 1;
  private static final int TSLC_ONLINE = 1;

  /** Each codec trained before, then online. */
  private static ComparedControllers controllers() {
    List<Controller> controllers = new ArrayList<>();
    for (int c = 0; c < CODECS.size(); c++) {
      Setup before = Setup.of(CODECS.get(c));
      controllers.add(Controller.of(NAMES.get(c) + ", before", before));
      controllers.add(
          Controller.of(NAMES.get(c) + ", online", before.with(Variation.ONLINE_TRAINING)));
    }
    return new ComparedControllers(controllers)
        .withMore(
            ComparedControllers.of(
                Controller.of("BDI", MagPaper.BDI),
                Controller.of("MAG-aware BDI", MagPaper.MAG_BDI)));
  }

  /** The same as Figures 13 and 14, with raw ratios. */
  record Trained(RatiosAndSpeedups both, Comparison raw) {
    private Comparison ratios() {
      return both.ratios();
    }

    private Comparison speedups() {
      return both.speedups();
    }
  }

  private static Trained measure(RunContext context, Study study) {
    ComparedControllers controllers = controllers();
    Simulations simulations = controllers.simulateWithBaselines(context, study);
    return new Trained(
        RatiosAndSpeedups.of(controllers, simulations), controllers.rawRatios(simulations));
  }

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/training", "Codecs trained before and online", "section V-A")
        .method(
            "Trained before: on the memory as it is when the first kernel begins. Trained online:"
                + " on what moves while threads execute the first 20 million instructions, in"
                + " quick runs half a million. Until then nothing is coded that needs a table;"
                + " then all of memory is coded with the one that was made, at no simulated time.")
        .deviation(
            "The paper has that window for SLC. The others, which it does not simulate, have the"
                + " same here.")
        .parameter("codecs", CODECS)
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("ratio.tslc-opt", "TSLC-OPT, mean effective ratio, trained online")
                .ratio("1.52", trained -> trained.ratios().mean(TSLC_ONLINE)),
            Claim.of("raw.tslc-opt", "TSLC-OPT, mean raw ratio, trained online")
                .because("FWT and SC do not compress then.")
                .ratio("1.75", trained -> trained.raw.mean(TSLC_ONLINE)),
            Claim.of("ratio.over-bdi", "TSLC-OPT's mean effective ratio less BDI's, trained online")
                .percent("15", trained -> trained.ratios().points(TSLC_ONLINE, BDI)),
            Claim.of(
                    "ratio.mag-bdi-over",
                    "MAG-aware BDI's mean effective ratio less that of TSLC-OPT, trained online")
                .because("Both means are below the paper's, MAG-aware BDI's by more.")
                .percent("33", trained -> trained.ratios().points(MAG_BDI, TSLC_ONLINE)),
            Claim.of("speedup.tslc-opt", "TSLC-OPT, mean speedup, trained online")
                .because(
                    "FWT and SC do not compress then, and HW, MST and PVR do not wait for DRAM. It"
                        + " gains most in LBM and BFS2.")
                .percent("20", trained -> 100 * (trained.speedups().mean(TSLC_ONLINE) - 1)),
            Claim.of("speedup.over-bdi", "TSLC-OPT's mean speedup less BDI's, trained online")
                .is(
                    "2",
                    new Unit("points", 1),
                    trained -> trained.speedups().points(TSLC_ONLINE, BDI)))
        .values(
            IntStream.range(0, CODECS.size())
                .boxed()
                .flatMap(c ->
                    Stream.of(
                        new Value<>(
                            "ratioGain." + CODECS.get(c),
                            trained -> trained.ratios().gain(2 * c + 1, 2 * c)),
                        new Value<>(
                            "speedupGain." + CODECS.get(c),
                            trained -> trained.speedups().gain(2 * c + 1, 2 * c)))))
        .draw(trained ->
            trained.both.draw("Effective ratio by training", "Speedup by training", "speedup"));
  }
}
