package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 9: buddy accesses over the run of a training program. */
final class Figure9BuddyAccesses implements NamedExperiment {
  /** Ours; the paper says that they do not vary significantly. */
  private static final double MOST_POINTS = 5;

  private static final int PARTS = 10;

  @Override
  public Description description() {
    return BuddyPaper.describeTraced(
            "buddy/fig9", "Buddy accesses over time", "Buddy paper, section III-B, Figure 9")
        .method(
            "The trace, about eight steps of training, is cut into %d parts; a share is that of the"
                    .formatted(PARTS)
                + " part's accesses to entries that do not fit their target then. Targets are those"
                + " of the final design; beside it stands what 4/3x for all would need. Entries"
                + " change where they take another number of sectors in the next snapshot.")
        .deviation(
            "Hardly anything of these networks compresses, so that most of their allocations have"
                + " a target of 1x, which needs no buddy memory: that the final design's shares are"
                + " steady says little here, and those at 4/3x say more.")
        .parameter("parts", PARTS)
        .claim(
            NamedExperiment.holds(
                "steady",
                "In training, the share of buddy accesses does not vary significantly (by less"
                    + " than %.0f points)".formatted(MOST_POINTS)))
        .claim(
            NamedExperiment.holds(
                "steady.fourThirds",
                "It does not at a target of 4/3x for all either (by less than %.0f points)"
                    .formatted(MOST_POINTS)))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    Table.Builder table =
        Table.titled("Buddy accesses over ten parts of the trace")
            .text("program")
            .number("entries that change", 1, "%")
            .number("final design, lowest", 1, "%")
            .number("highest", 1, "%")
            .number("4/3x, lowest", 1, "%")
            .number("highest", 1, "%");
    List<Points> lines = new ArrayList<>();
    double most = 0;
    double mostFourThirds = 0;
    for (ProgramSeries each : ProgramSeries.all(true)) {
      List<TargetRatio> targets = each.designs().zeroOptimised().targets();
      double[] last = shares(each, targets);
      double[] fourThirds =
          shares(each, Collections.nCopies(targets.size(), TargetRatio.FOUR_THIRDS));
      table.row(
          each.label(),
          100 * each.changing(),
          least(last),
          greatest(last),
          least(fourThirds),
          greatest(fourThirds));
      findings.measure("range." + each.label(), greatest(last) - least(last));
      findings.measure(
          "range.fourThirds." + each.label(), greatest(fourThirds) - least(fourThirds));
      findings.measure("changing." + each.label(), 100 * each.changing());
      most = Math.max(most, greatest(last) - least(last));
      mostFourThirds = Math.max(mostFourThirds, greatest(fourThirds) - least(fourThirds));
      lines.add(Points.overLabels(each.label(), last));
      lines.add(Points.overLabels(each.label() + " at 4/3x", fourThirds));
    }
    return findings
        .measure("steady", most < MOST_POINTS)
        .measure("steady.fourThirds", mostFourThirds < MOST_POINTS)
        .chart(
            LineChart.of(
                "Buddy accesses over a training interval",
                Axis.labels(
                    "part", IntStream.rangeClosed(1, PARTS).mapToObj(String::valueOf).toList()),
                Axis.linear("buddy accesses (%)"),
                lines))
        .table("shares", table.build())
        .build();
  }

  private static double[] shares(ProgramSeries series, List<TargetRatio> targets) {
    return Arrays.stream(series.trace().buddyAccessFractions(targets, PARTS))
        .map(share -> 100 * share)
        .toArray();
  }

  private static double least(double[] shares) {
    return Arrays.stream(shares).min().orElse(Double.NaN);
  }

  private static double greatest(double[] shares) {
    return Arrays.stream(shares).max().orElse(Double.NaN);
  }
}
