package dev.magpie.lab.mag;

import dev.magpie.gpu.config.Fill;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Arrays;
import java.util.List;

/** What is left of the speedups where uncompressed memory moves sectors and not lines. */
final class L2Sectors {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("BDI, lines", MagPaper.BDI, "1.18"),
          Controller.of("MAG-aware BDI, lines", MagPaper.MAG_BDI, "1.28"),
          Controller.of("BDI, sectors", SimulatedPaper.BDI.with(Fill.SECTOR)),
          Controller.of("MAG-aware BDI, sectors", SimulatedPaper.MAG_BDI.with(Fill.SECTOR)));

  private static final int WITH_SECTORS = 3;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/l2-sectors", "Speedup over an L2 with sectors", "section V-A, Table IV")
        .method(
            "The paper's L2 exchanges whole lines with memory, as its simulator's did then. Later"
                + " ones fetch the sectors of 32 bytes that a program asks for and write back those"
                + " that it changed; a compressed block still moves as a whole. Speedups are over"
                + " uncompressed memory with the same L2.")
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("above", "MAG-aware BDI's mean speedup is above BDI's with sectors, too")
                .holds(measured ->
                    measured.speedups.mean(WITH_SECTORS)
                        > measured.speedups.mean(WITH_SECTORS - 1)))
        .value("mean", measured -> measured.speedups.mean(WITH_SECTORS))
        .draw(measured ->
            Figures.none()
                .with(
                    measured
                        .speedups
                        .chart("Speedup over memory without compression", "speedup")
                        .withReference("no compression", 1))
                .with(
                    "speedups",
                    measured.speedups.table("Speedup over no compression, same L2", 3, ""))
                .with(
                    "traffic",
                    measured.traffic.table("DRAM bytes, of those of uncompressed lines", 1, "%")));
  }

  private static Measured measure(RunContext context, Study study) {
    Simulations simulations = CONTROLLERS.simulateWithBaselines(context, study);
    double[] lines = simulations.each(SimulatedPaper.NONE, Simulation::dramBytes);
    ComparedControllers shown =
        ComparedControllers.of(
            Controller.of("none, sectors", SimulatedPaper.NONE.with(Fill.SECTOR)),
            Controller.of("MAG-aware BDI, lines", SimulatedPaper.MAG_BDI),
            CONTROLLERS.get(WITH_SECTORS));
    return new Measured(
        CONTROLLERS.speedups(simulations),
        shown.compare(
            simulations,
            setup -> share(simulations.each(setup, Simulation::dramBytes), lines),
            Survey::geometricMean));
  }

  /** Speedups, and DRAM bytes in percent of those of uncompressed lines. */
  record Measured(Comparison speedups, Comparison traffic) {}

  private static double[] share(double[] bytes, double[] of) {
    double[] shares = new double[bytes.length];
    Arrays.setAll(shares, p -> 100 * bytes[p] / of[p]);
    return shares;
  }
}
