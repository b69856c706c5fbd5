package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup.Chip;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.List;

/** The speedups on the paper's simulator beside those on a GPU as fast as the real one. */
final class Simulator {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("BDI, gtx580", SimulatedPaper.BDI),
          Controller.of("MAG-aware BDI, gtx580", SimulatedPaper.MAG_BDI),
          new Controller("BDI, GPGPU-Sim 3.x", SimulatedPaper.BDI.with(Chip.GPGPUSIM3), "1.18"),
          new Controller(
              "MAG-aware BDI, GPGPU-Sim 3.x", SimulatedPaper.MAG_BDI.with(Chip.GPGPUSIM3), "1.28"));

  private static final int BDI = 2;
  private static final int MAG_BDI = 3;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/simulator", "Speedup on the paper's simulator", "section V-A, Table IV")
        .method(
            "The paper was simulated on GPGPU-Sim 3.x, which moves less a second than a GTX 580:"
                + " it has fewer MSHRs, shorter queues, and reads each line that is written."
                + " Speedups are over uncompressed memory on the same GPU.")
        .deviation(
            "That simulator's chips work in lockstep, in accesses of 64 bytes, which contradicts"
                + " the paper's MAG of 32. Here each chip has a channel of its own.")
        .parameter("gpus", List.of(Chip.GTX580.gpu(), Chip.GPGPUSIM3.gpu()))
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("mean.bdi", "BDI, mean speedup on GPGPU-Sim 3.x")
                .percent("18", measured -> 100 * (measured.speedups.mean(BDI) - 1)),
            Claim.of("mean.mag-bdi", "MAG-aware BDI, mean speedup on GPGPU-Sim 3.x")
                .percent("28", measured -> 100 * (measured.speedups.mean(MAG_BDI) - 1)),
            Claim.of("above", "MAG-aware BDI's mean speedup is above BDI's on GPGPU-Sim 3.x, too")
                .holds(measured -> measured.speedups.mean(MAG_BDI) > measured.speedups.mean(BDI)))
        .draw(measured ->
            Figures.none()
                .with(
                    measured
                        .speedups
                        .chart("Speedup on two simulators' GTX 580", "speedup")
                        .withReference("no compression", 1))
                .with(
                    "speedups",
                    measured.speedups.table("Speedup over no compression, same GPU", 3, ""))
                .with(
                    "cycles",
                    measured.cycles.table(
                        "Cycles without compression, of those on gtx580", 3, "")));
  }

  private static Measured measure(RunContext context, Study study) {
    Simulations simulations = CONTROLLERS.simulateWithBaselines(context, study);
    double[] real = simulations.each(SimulatedPaper.NONE, Simulation::cycles);
    double[] cycles =
        simulations.each(SimulatedPaper.NONE.with(Chip.GPGPUSIM3), Simulation::cycles);
    for (int p = 0; p < cycles.length; p++) {
      cycles[p] /= real[p];
    }
    Comparison slower =
        new Comparison(
            simulations.subjects(),
            List.of(Comparison.Column.of("GPGPU-Sim 3.x", cycles)),
            Survey::geometricMean);
    return new Measured(CONTROLLERS.speedups(simulations), slower);
  }

  /** Speedups, and cycles without compression over those on {@code gtx580}. */
  record Measured(Comparison speedups, Comparison cycles) {}
}
