package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.List;
import java.util.stream.IntStream;

/** Table V: the programs, and what they do without compression. */
final class Table5Programs {
  private static final double MIB = 1 << 20;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe("mag/table5", "The programs", "section V-C, Table V")
        .method(
            "Without compression: instructions, memory, what moves to and from DRAM, misses of the"
                + " L2, and the share of the time in which a channel's data bus moves something."
                + " The paper does not say by what measure its programs are memory-bound.")
        .measure(context -> Simulations.of(context, study, List.of(SimulatedPaper.NONE)))
        .claims(
            Claim.of("memoryBound", "All are memory-bound")
                .open(
                    "yes",
                    "The paper's measure, which it does not name. Here DRAM is busy for less than half"
                        + " of the time in HW, which waits for multiply-adds, MST, for chains of atomics,"
                        + " PVR, for the crossbar, and TP, whose rows use 3 of the 12 channels at a time"
                        + " (docs/mag-paper.md)."),
            Claim.consistency("programs", "Programs")
                .whole(11, "programs", programs -> programs.study().subjects().size()))
        .draw(simulations -> draw(simulations, study));
  }

  private static Figures draw(Simulations simulations, Study study) {
    List<Simulation> all = simulations.of(SimulatedPaper.NONE);
    Columns<Integer> columns =
        new Columns<Integer>()
            .text("program", study.labels()::get)
            .text("after", p -> study.subjects().get(p).program().after())
            .addAll(
                new Columns<Simulation>()
                    .number("warp-instructions", 0, Simulation::warpInstructions)
                    .number("launches", 0, Simulation::launches)
                    .number("memory", 1, "MiB", each -> each.memoryBytes() / MIB)
                    .number("cycles", 0, Simulation::cycles)
                    .number("DRAM traffic", 1, "MiB", each -> each.dramBytes() / MIB)
                    .number(
                        "L2 misses", 1, "%", each -> 100.0 * each.l2Misses() / each.l2Accesses())
                    .number("bus busy", 1, "%", each -> 100 * each.busyShare())
                    .of(all::get));
    return Figures.none()
        .with(
            BarChart.of(
                "How busy DRAM is without compression",
                study.labels(),
                Axis.linear("data bus busy (%)"),
                List.of(
                    Series.of(
                        "busy",
                        simulations.each(SimulatedPaper.NONE, each -> 100 * each.busyShare())))))
        .with(
            "programs",
            columns.table(
                "The programs without compression",
                IntStream.range(0, all.size()).boxed().toList()));
  }
}
