package dev.magpie.lab.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.lab.Claim;
import dev.magpie.lab.Description;
import dev.magpie.lab.Experiment;
import dev.magpie.lab.Findings;
import dev.magpie.lab.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Figure 9: buddy accesses over the run of a training program. */
final class Figure9 implements Experiment {
  /** Ours; the paper says that they do not vary significantly. */
  private static final double MOST_POINTS = 5;

  @Override
  public Description description() {
    return Programs.describe(
            "buddy/fig9", "Buddy accesses over time", "Buddy paper, section III-B, Figure 9")
        .method("Targets are those of the final design, and stay the same over the run.")
        .deviation("Snapshots are steps apart; the paper follows one training interval.")
        .claim(
            Claim.holds(
                "steady",
                "In training, the share of buddy accesses does not vary significantly (by less"
                    + " than %.0f points)".formatted(MOST_POINTS)))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    double most = 0;
    for (ProgramSeries each : ProgramSeries.all(true)) {
      double[] shares = shares(each);
      double range = Arrays.stream(shares).max().orElse(0) - Arrays.stream(shares).min().orElse(0);
      findings.measure("range." + each.label(), range);
      most = Math.max(most, range);
    }
    List<Points> lines =
        ProgramSeries.all(true).stream()
            .map(each -> Points.overLabels(each.label(), shares(each)))
            .toList();
    return findings
        .measure("steady", most < MOST_POINTS)
        .chart(
            LineChart.of(
                "Buddy accesses over the run",
                Axis.labels("snapshot", ProgramSeries.all().getFirst().sizes().snapshots()),
                Axis.linear("buddy accesses (%)"),
                lines))
        .build();
  }

  private static double[] shares(ProgramSeries series) {
    Design design = series.designs().zeroOptimised();
    return IntStream.range(0, series.sizes().snapshots().size())
        .mapToDouble(snapshot -> share(series, design, snapshot))
        .toArray();
  }

  private static double share(ProgramSeries series, Design design, int snapshot) {
    long entries = 0;
    long over = 0;
    for (int a = 0; a < design.targets().size(); a++) {
      AllocationHistory allocation = series.sizes().allocations().get(a);
      @Nullable EntrySizes sizes = allocation.sizes().get(snapshot);
      if (sizes != null) {
        entries += sizes.entries();
        over += sizes.over(design.targets().get(a));
      }
    }
    return 100.0 * over / entries;
  }
}
