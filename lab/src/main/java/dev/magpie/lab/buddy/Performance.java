package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Table;
import java.util.stream.Stream;

/**
 * Section IV: what takes timed programs, hardware or real networks, and is still to be measured.
 */
final class Performance {
  private static final String KERNELS =
      "The paper's programs as kernels, timed on `p100` with targets of their profiles.";
  private static final String UNIFIED =
      "A model of unified memory: faults, migration and eviction; the paper measures hardware.";

  static Experiment<?> experiment() {
    return Description.of(
            "buddy/performance",
            "Performance and unified memory",
            "Buddy paper, section IV, Figures 11, 12 and 14")
        .method(
            "Not measured yet, but for arithmetic: links are busy 4 % of the time in HPC programs"
                + " and 9.8 % in training, and the table has the mean over the paper's 10 and 6.")
        .measure(_ -> new Busy(10, 4, 6, 9.8))
        .claims(
            Claim.consistency("paper.busy", "The mean share of time in which links are busy")
                .because("5.6 % would take 28 % of the programs to be training, and not 6 of 16.")
                .percent("5.6", Busy::mean))
        .claims(traces())
        .claims(simulator())
        .claims(unifiedMemory())
        .draw(busy -> Figures.none().with("busy", busy.table()));
  }

  private static Stream<Claim<Busy>> traces() {
    return Stream.of(
        open(
            "traces",
            "A trace of each program's dominant kernel",
            "1 to 9 G warp-instructions",
            "Recordings of the paper's programs, at the point of average compression."));
  }

  private static Stream<Claim<Busy>> simulator() {
    String silicon = "Cycles of many programs on a V100, and the same simulated.";
    return Stream.of(
        open("correlation", "Correlation of simulated cycles with a V100's", "0.989", silicon),
        open(
            "correlation.gpgpusim",
            "Correlation of GPGPU-Sim's cycles with a V100's",
            "0.948",
            "The same programs on GPGPU-Sim."),
        open(
            "speed",
            "The simulator is faster than GPGPU-Sim",
            "two orders of magnitude",
            "Simulations of the same programs by both, on one machine."));
  }

  private static Stream<Claim<Busy>> unifiedMemory() {
    return Stream.of(
        open(
            "um.least",
            "Oversubscription by unified memory costs 354.cg and 370.bt",
            "negligible slowdown",
            UNIFIED),
        open("um.most", "Oversubscription by unified memory slows 352.ep down", "87x", UNIFIED),
        open(
            "um.beyond",
            "Figure 14's labels: slowdowns by memory that is unified, or pinned on the host",
            "46x, 10x, 14x, 2.5x",
            UNIFIED),
        open(
            "um.pinned",
            "The programs that suffer most are slower than with memory pinned on the host",
            "slower",
            UNIFIED),
        open(
            "um.buddy",
            "Buddy with 50 GB/s slows the same programs down, oversubscribed by more than 50 %",
            "at most 1.67x",
            KERNELS));
  }

  private static Claim<Busy> open(String name, String text, String stated, String needs) {
    return Claim.of(name, text).open(stated, needs);
  }

  /** How many programs of each kind the paper has, and for how long their links are busy. */
  private record Busy(int hpc, double hpcPercent, int training, double trainingPercent) {
    private double mean() {
      return (hpc * hpcPercent + training * trainingPercent) / (hpc + training);
    }

    private Table table() {
      Table.Builder table =
          Table.titled("Links that are busy")
              .text("programs")
              .number("number", 0)
              .number("busy", 1, "%");
      table.row("HPC", hpc, hpcPercent);
      table.row("training", training, trainingPercent);
      table.row("all", hpc + training, mean());
      return table.build();
    }
  }

  private Performance() {}
}
