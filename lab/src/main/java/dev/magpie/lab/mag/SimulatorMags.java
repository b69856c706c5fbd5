package dev.magpie.lab.mag;

import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
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

  private static final Map<Setup, String> WHY_RATIO =
      Map.of(
          setup(MagPaper.MAG_BDI, 16),
          "SC's values, of 31 bits, do not compress: a ratio of 2 would raise the mean by 6.5 %, and"
              + " LBM's 7.9 by 2 %.");

  private static final Map<Setup, String> WHY_SPEEDUP =
      Map.of(
          setup(MagPaper.BDI, 16),
          "BFS, SSSP and PVR, which gather, gain 4 to 11 %, as fewer misses may be under way than on"
              + " Table IV's GPU, and TP loses 16.",
          setup(MagPaper.BDI, 64),
          "LBM gains 36 %, the other ten 2: seven of them 4 % at most, and TP loses 1.",
          setup(MagPaper.MAG_BDI, 16),
          "SSSP, PVR, MST, SC, TP and HW gain less than an eighth: what gathers waits for misses, of"
              + " which fewer may be under way, and HW does not wait for DRAM.",
          setup(MagPaper.MAG_BDI, 64),
          "Five of the eleven gain less than 2 %: what gathers waits for misses there, and not for bytes.");

  private SimulatorMags() {}

  private static Setup setup(String codec, int mag) {
    return Setup.of(codec, mag).with(Variation.GPGPUSIM3);
  }

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
        .claims(
            MagSizes.ratioOrder(
                "ratio",
                Map.of(
                    "belowBdi",
                    "By a hundredth of a percent: no block takes more, but under each codec lines leave"
                        + " the L2 at other times."),
                Measured::ratios))
        .claims(
            MagSizes.speedupOrder(
                "speedup",
                Map.of(
                    "belowBdi",
                    "By a hundredth of a percent in HW, which does not wait for DRAM, and by a tenth in LBM,"
                        + " of which both move nearly the same bytes.",
                    "falls.bdi",
                    "Where it does not fall TP makes it, as on Table IV's GPU: the larger the bursts, the"
                        + " more of its half-written lines moves without compression."),
                Measured::speedups))
        .claims(MagSizes.means("ratio", RATIOS, WHY_RATIO, Measured::ratios))
        .claims(MagSizes.gains("speedup", SPEEDUPS, WHY_SPEEDUP, Measured::speedups))
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
