package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Codecs that are trained before the first kernel, and online. */
final class OnlineTraining {
  private static final List<String> CODECS =
      List.of("tslc-opt", "hycomp:bdi=full", "latte-cc:bdi=full");
  private static final List<String> NAMES = List.of("TSLC-OPT", "HyComp", "LATTE-CC");

  /** Each codec trained before, then online. */
  private static ComparedControllers controllers() {
    List<Controller> controllers = new ArrayList<>();
    for (int c = 0; c < CODECS.size(); c++) {
      Setup before = Setup.of(CODECS.get(c));
      controllers.add(Controller.of(NAMES.get(c) + ", before", before));
      controllers.add(
          Controller.of(NAMES.get(c) + ", online", before.with(Variation.ONLINE_TRAINING)));
    }
    return new ComparedControllers(controllers);
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
            "The paper has that window for SLC. HyComp and LATTE-CC, which it does not simulate,"
                + " have the same here.")
        .parameter("codecs", CODECS)
        .measure(context -> RatiosAndSpeedups.of(context, study, controllers()))
        .claims(
            Claim.of("ratio.tslc-opt", "TSLC-OPT, mean effective ratio, trained online")
                .ratio("1.52", both -> both.ratios().mean(1)),
            Claim.of("speedup.tslc-opt", "TSLC-OPT, mean speedup, trained online")
                .because(
                    "FWT and SC do not compress then, and HW, MST and PVR do not wait for DRAM. It"
                        + " gains most in LBM and BFS2.")
                .percent("20", both -> 100 * (both.speedups().mean(1) - 1)))
        .values(
            IntStream.range(0, CODECS.size())
                .boxed()
                .flatMap(c ->
                    Stream.of(
                        new Value<>(
                            "ratioGain." + CODECS.get(c),
                            both -> both.ratios().gain(2 * c + 1, 2 * c)),
                        new Value<>(
                            "speedupGain." + CODECS.get(c),
                            both -> both.speedups().gain(2 * c + 1, 2 * c)))))
        .draw(both -> both.draw("Effective ratio by training", "Speedup by training", "speedup"));
  }
}
