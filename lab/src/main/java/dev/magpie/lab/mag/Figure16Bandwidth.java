package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.RankCorrelation;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Map;
import java.util.stream.IntStream;

/** Figure 16: how much less moves to and from DRAM. */
final class Figure16Bandwidth {
  static final ComparedControllers OF_PAPERS =
      ComparedControllers.of(
          Controller.of("BDI", MagPaper.BDI, "25"),
          Controller.of("MAG-aware BDI", MagPaper.MAG_BDI, "41"),
          Controller.of("BDI, all of it", "bdi"));

  private static final ComparedControllers CONTROLLERS = OF_PAPERS.withMore(Figure13Ratios.OURS);

  private static final Map<String, String> WHY =
      Map.of(
          MagPaper.BDI,
          "SC's values, of 31 bits, do not compress: a ratio of 1.5, as where they are bytes"
              + " (`mag/inputs`), adds nearly three points.");

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe("mag/fig16", "Bandwidth reduction", "section VI-E, Figure 16")
        .method(
            "The reduction is 1 less the bytes that DRAM moves with compression, metadata among"
                + " them, over those that it moves without. The mean is 1 less the geometric mean"
                + " of the quotients; the paper's words, a geometric mean of the reductions, have"
                + " no value where a program saves nothing.")
        .parameter("codecs", OF_PAPERS.codecs())
        .otherCodecs(Figure13Ratios.OURS.codecs())
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("points", "MAG-aware BDI's mean reduction less BDI's")
                .because(
                    "MAG-aware BDI saves what the paper has, and BDI a little less: of TP next to"
                        + " nothing, and of SC nothing.")
                .is(
                    "16",
                    new Unit("points", 1),
                    moved -> moved.reductions.mean(1) - moved.reductions.mean(0)),
            Claim.consistency(
                    "paper.mag-bdi.below.bdi",
                    "MAG-aware BDI's bandwidth below BDI's in the paper, from its own means")
                .because("41 less 25, in points, is what the abstract calls a reduction by 16 %.")
                .percent("16", _ -> 100 * (1 - (100 - paper(1)) / (100 - paper(0)))),
            // No block takes more; only other lines that leave the L2 under each could make it
            // false.
            Claim.consistency("belowBdi", "MAG-aware BDI moves no more than BDI on any program")
                .nowhere("programs", moved -> moved.reductions.below(1, 0)),
            // What moves is blocks over their ratio, and metadata.
            Claim.consistency(
                    "dueToRatio",
                    "Programs whose ratio MAG-aware BDI raises more over BDI's move less against it,"
                        + " by their ranks")
                .holds(moved -> moved.correlation() > 0))
        .claims(CONTROLLERS.means("mean.", "mean reduction", Unit.PERCENT, WHY, Moved::reductions))
        .value("mean." + CONTROLLERS.get(2).codec(), moved -> moved.reductions.mean(2))
        .values(CONTROLLERS.meansWithoutTp("mean.", Controller::codec, Moved::reductions))
        .value("correlation", Moved::correlation)
        .draw(moved ->
            Figures.none()
                .with(moved.reductions.chart("Bandwidth reduction", "bytes saved (%)"))
                .with("reductions", moved.reductions.table("Bandwidth reduction", 1, "%")));
  }

  /** The paper's mean reduction, in percent. */
  private static double paper(int controller) {
    return Double.parseDouble(CONTROLLERS.get(controller).paper());
  }

  private static Moved measure(RunContext context, Study study) {
    Simulations simulations = CONTROLLERS.simulateWithBaselines(context, study);
    return new Moved(
        CONTROLLERS.bandwidthReductions(simulations), CONTROLLERS.effectiveRatios(simulations));
  }

  /** Percent of the bytes that each controller saves, and its effective ratios. */
  record Moved(Comparison reductions, Comparison ratios) {
    /** How far what programs gain in ratio over BDI goes with what they move less. */
    private double correlation() {
      return RankCorrelation.of(
          ratios.quotients(1, 0),
          IntStream.range(0, reductions.values(0).length)
              .mapToDouble(p -> (100 - reductions.values(0)[p]) / (100 - reductions.values(1)[p]))
              .toArray());
    }
  }
}
