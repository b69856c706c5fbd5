package dev.magpie.lab.mag;

import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import java.util.Map;

/** Figures 18 and 19 on GPGPU-Sim 3.x. */
final class SimulatorMags {
  private static final ComparedControllers RATIOS =
      Figure18Mags.CONTROLLERS.with(Variation.GPGPUSIM3);
  private static final ComparedControllers SPEEDUPS =
      Figure19MagSpeedups.CONTROLLERS.with(Variation.GPGPUSIM3);

  private SimulatorMags() {}

  /** Both figures. */
  private record Measured(Comparison ratios, Comparison speedups) {}

  static Experiment<?> experiment(Study study) {
    return MagSizes.describe(
            "mag/simulators-mags",
            "Ratio and speedup by MAG size on GPGPU-Sim 3.x",
            "sections V-A and VI-G, Figures 18 and 19")
        .method(
            "What `mag/fig18` and `mag/fig19` show, on the GPU of `mag/simulators`, whose channels"
                + " have bursts of 16 and 64 bytes in the same way.")
        .parameter("gpu", "gtx580-gpgpusim3")
        .measure(context -> measure(context, study))
        .claims(MagSizes.ratioOrder("ratio", Map.of(), Measured::ratios))
        .claims(MagSizes.speedupOrder("speedup", Map.of(), Measured::speedups))
        .claims(MagSizes.means("ratio", RATIOS, Map.of(), Measured::ratios))
        .claims(MagSizes.means("speedup", SPEEDUPS, Map.of(), Measured::speedups))
        .draw(measured ->
            Figures.none()
                .with(measured.speedups.chart("Speedup on GPGPU-Sim 3.x, by MAG", "speedup"))
                .with("ratios", measured.ratios.table("Effective ratio of what moves", 3, ""))
                .with("speedups", measured.speedups.table("Speedup over no compression", 3, "")));
  }

  private static Measured measure(RunContext context, Study study) {
    Simulations simulations = SPEEDUPS.simulateWithBaselines(context, study);
    return new Measured(RATIOS.effectiveRatios(simulations), SPEEDUPS.speedups(simulations));
  }
}
