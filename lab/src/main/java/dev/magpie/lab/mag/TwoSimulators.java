package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures 13, 14 and 16 on two GPUs: the chip that Table IV describes, and GPGPU-Sim 3.x. */
final class TwoSimulators {
  private static final ComparedControllers TABLE4 = Figure14Speedup.PAPER;
  private static final ComparedControllers GPGPUSIM = TABLE4.with(Variation.GPGPUSIM3);
  private static final List<String> NAMES = TABLE4.all().stream().map(Controller::name).toList();

  /** The paper's means of ratios. */
  private static final String[] RATIOS =
      Figure13Ratios.PAPER.all().stream().map(Controller::paper).toArray(String[]::new);

  /** Of reductions, of which it gives those of the last two. */
  private static final String[] REDUCTIONS = {
    "",
    "",
    "",
    Figure16Bandwidth.OF_PAPERS.get(0).paper(),
    Figure16Bandwidth.OF_PAPERS.get(1).paper()
  };

  private static final Map<String, String> WHY =
      Map.of(
          "fpc",
          "BFS and BFS2, which it makes 1.31 and 1.27 times as fast on Table IV's GPU, gain 3 and 2 %"
              + " there.",
          "c-pack",
          "LBM, 1.48 times as fast, BP and FWT make it; TP, how many of whose half-written lines leave"
              + " the L2 is chance, loses 20 %.",
          "tslc-opt",
          "BFS gains 1.5 % and BFS2 nothing, where they have 31 and 27 on Table IV's GPU; what LBM, BP"
              + " and FWT gain remains.",
          MagPaper.BDI,
          "What gathers (BFS, BFS2, SSSP) hardly gains there: few misses may be under way, and lines are"
              + " fetched for what is written. Fetching alone takes two thirds of BFS's gain under"
              + " MAG-aware BDI, and none of BFS2's (`mag/causes`). SC's values, of 31 bits, do not"
              + " compress.",
          MagPaper.MAG_BDI,
          "Where misses wait for one another, bandwidth that is saved is worth little, whatever the"
              + " codec.");

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/simulators",
            "Ratio, speedup and bandwidth on GPGPU-Sim 3.x",
            "sections V-A and VI, Figures 13, 14 and 16")
        .method(
            "The paper was simulated on GPGPU-Sim 3.x, whose GTX 580 has fewer MSHRs and shorter"
                + " queues than the chip, and reads a line for each write that misses. Beside what"
                + " the figures show on the GPU of Table IV is here what they would show on that"
                + " one. Speedups and savings are over uncompressed memory on the same GPU.")
        .deviation(
            "Chips of GPGPU-Sim 3.x work in lockstep, in accesses of 64 bytes, which contradicts"
                + " the paper's MAG of 32. Here each chip has a channel of its own.")
        .parameter("gpus", List.of("gtx580", "gtx580-gpgpusim3"))
        .parameter("codecs", TABLE4.codecs())
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("fastest", "MAG-aware BDI is the fastest of the paper's five on average")
                .nowhere("codecs", both -> Figure14Speedup.atLeastAsFast(both.simulator.speedups)),
            Claim.of("belowBdi", "MAG-aware BDI is at least as fast as BDI on every program")
                .because("HW, which hardly uses DRAM, takes 0.01 % longer.")
                .nowhere(
                    "programs",
                    both ->
                        both.simulator.speedups.below(
                            Figure14Speedup.MAG_BDI, Figure14Speedup.BDI)))
        .claims(
            IntStream.range(0, TABLE4.count())
                .mapToObj(c ->
                    Figure14Speedup.mean(
                        c,
                        "mean speedup on GPGPU-Sim 3.x",
                        WHY,
                        (Both both) -> both.simulator.speedups)))
        .values(
            IntStream.range(0, TABLE4.count())
                .boxed()
                .flatMap(c ->
                    Stream.of(
                        new Value<>(
                            "ratio." + TABLE4.get(c).codec(),
                            both -> both.simulator.ratios.mean(c)),
                        new Value<>(
                            "reduction." + TABLE4.get(c).codec(),
                            both -> both.simulator.reductions.mean(c)))))
        .draw(Both::draw);
  }

  private static Both measure(RunContext context, Study study) {
    Simulations simulations = TABLE4.withMore(GPGPUSIM).simulateWithBaselines(context, study);
    return new Both(Moved.of(TABLE4, simulations), Moved.of(GPGPUSIM, simulations));
  }

  /** The three figures on one GPU. */
  record Moved(Comparison ratios, Comparison speedups, Comparison reductions) {
    static Moved of(ComparedControllers controllers, Simulations simulations) {
      return new Moved(
          controllers.withPaper(RATIOS).effectiveRatios(simulations),
          controllers.speedups(simulations),
          controllers.withPaper(REDUCTIONS).bandwidthReductions(simulations));
    }
  }

  /** On Table IV's GPU, and on the simulator's. */
  record Both(Moved table4, Moved simulator) {
    private Figures draw() {
      return Figures.none()
          .with(
              BarChart.of(
                      "Mean speedup on two GPUs",
                      NAMES,
                      Axis.linear("speedup"),
                      List.of(
                          Series.of("Table IV", means(table4.speedups)),
                          Series.of("GPGPU-Sim 3.x", means(simulator.speedups))))
                  .withReference("no compression", 1))
          .with("means", table())
          .with("ratios", simulator.ratios.table("Effective ratio on GPGPU-Sim 3.x", 3, ""))
          .with("speedups", simulator.speedups.table("Speedup on GPGPU-Sim 3.x", 3, ""))
          .with(
              "reductions",
              simulator.reductions.table("Bandwidth reduction on GPGPU-Sim 3.x", 1, "%"));
    }

    private static double[] means(Comparison compared) {
      return IntStream.range(0, NAMES.size()).mapToDouble(compared::mean).toArray();
    }

    private Table table() {
      return new Columns<Integer>()
          .text("codec", NAMES::get)
          .number("ratio, Table IV", 3, table4.ratios::mean)
          .number("ratio, GPGPU-Sim 3.x", 3, simulator.ratios::mean)
          .number("saved, Table IV", 1, "%", table4.reductions::mean)
          .number("saved, GPGPU-Sim 3.x", 1, "%", simulator.reductions::mean)
          .number("speedup, Table IV", 3, table4.speedups::mean)
          .number("speedup, GPGPU-Sim 3.x", 3, simulator.speedups::mean)
          .number("the paper's speedup", 2, c -> Double.parseDouble(TABLE4.get(c).paper()))
          .table("Means on two GPUs", IntStream.range(0, NAMES.size()).boxed().toList());
    }
  }
}
