package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** Section IV-F: how often metadata miss their cache, with and without base and mask in it. */
final class MetadataCaches {
  private static final ComparedControllers CONTROLLERS =
      ComparedControllers.of(
          Controller.of("2 bits, 16 KiB", SimulatedPaper.MAG_BDI),
          Controller.of("66 bits, 16 KiB", SimulatedPaper.MAG_BDI.with(Setup.Metadata.HEADERS_16K)),
          Controller.of(
              "66 bits, 32 KiB", SimulatedPaper.MAG_BDI.with(Setup.Metadata.HEADERS_32K)));

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/metadata-cache", "Misses of the metadata cache", "section IV-F")
        .method(
            "Each read and write of a block looks its metadata up; a miss reads a line of 128 bytes"
                + " from DRAM, and the block waits. With base and mask in the metadata, blocks are"
                + " 8 bytes smaller and metadata 66 bits.")
        .parameter("codec", MagPaper.MAG_BDI)
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("hits", "Mean hit rate at 16 KiB")
                .atLeast(98.5)
                .percent(99, measured -> 100 - measured.misses.mean(0)),
            SimulatedPaper.claim("above1", "Programs that miss 1 % or more: LBM alone")
                .whole(
                    1,
                    "programs",
                    measured ->
                        Arrays.stream(measured.misses.values(0)).filter(rate -> rate >= 1).count()),
            percent("lbm", "LBM's miss rate", 3, measured -> measured.misses.value(0, "LBM")),
            percent(
                "misses.1",
                "Mean miss rate with base and mask, 16 KiB",
                31,
                measured -> measured.misses.mean(1)),
            percent(
                "misses.2",
                "Mean miss rate with base and mask, 32 KiB",
                26,
                measured -> measured.misses.mean(2)),
            percent(
                "speedup.1",
                "Speedup with base and mask, 16 KiB",
                -2,
                measured -> 100 * (measured.speedups.mean(1) - 1)),
            percent(
                "speedup.2",
                "Speedup with base and mask, 32 KiB",
                -1,
                measured -> 100 * (measured.speedups.mean(2) - 1)),
            Claim.of(
                    "worse",
                    "With base and mask in the metadata, programs run slower than with 2 bits")
                .holds(measured -> measured.areSlowerThan(measured.speedups.mean(0))),
            Claim.of(
                    "worseThanNone",
                    "With base and mask in the metadata, programs run slower than uncompressed")
                .notExpected(SimulatedPaper.OTHER_RUNS)
                .holds(measured -> measured.areSlowerThan(1)))
        .draw(MetadataCaches::draw);
  }

  private static Measured measure(RunContext context, Study study) {
    Simulations simulations = CONTROLLERS.simulateWithBaselines(context, study);
    return new Measured(
        CONTROLLERS
            .withPaper(1, 31, 26)
            .compare(
                simulations,
                setup -> simulations.each(setup, Simulation::metadataMissRate),
                Survey::mean),
        CONTROLLERS.compare(
            simulations,
            setup ->
                simulations.each(setup, each -> 100.0 * each.metadataBytes() / each.dramBytes()),
            Survey::mean),
        CONTROLLERS.withPaper(1.28, 0.98, 0.99).speedups(simulations));
  }

  private static Figures draw(Measured measured) {
    Comparison misses = measured.misses;
    Comparison speedups = measured.speedups;
    return Figures.none()
        .with(misses.chart("Misses of the metadata cache", "look-ups that miss (%)"))
        .with(speedups.chart("Speedup by what the metadata hold", "speedup over no compression"))
        .with("misses", misses.table("Look-ups that miss the metadata cache", 2, "%"))
        .with("traffic", measured.traffic.table("Metadata's share of all bytes that move", 2, "%"))
        .with("speedups", speedups.table("Speedup over no compression", 3, ""));
  }

  /** Percent of look-ups that miss, percent of bytes that are metadata, and speedups. */
  record Measured(Comparison misses, Comparison traffic, Comparison speedups) {
    private boolean areSlowerThan(double speedup) {
      return speedups.mean(1) < speedup && speedups.mean(2) < speedup;
    }
  }

  private static Claim<Measured> percent(
      String name, String text, double paper, ToDoubleFunction<Measured> value) {
    return SimulatedPaper.claim(name, text).around(0.5).percent(paper, value);
  }
}
