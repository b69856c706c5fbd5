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
  static Experiment<?> experiment() {
    return Description.of(
            "buddy/performance",
            "Performance",
            "Buddy paper, section IV, Figure 11")
        .method(
            "Not measured yet, but for arithmetic: links are busy 4 % of the time in HPC programs"
                + " and 9.8 % in training, and the table has the mean over the paper's 10 and 6.")
        .measure(_ -> new Busy(10, 4, 6, 9.8))
        .claims(
            Claim.consistency("paper.busy", "The mean share of time in which links are busy")
                .because("5.6 % would take 28 % of the programs to be training, and not 6 of 16.")
                .percent("5.6", Busy::mean))
        .claims(traces())
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
