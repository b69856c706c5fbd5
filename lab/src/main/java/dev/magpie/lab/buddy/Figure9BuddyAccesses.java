package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 9: buddy accesses over the run of a training program. */
final class Figure9BuddyAccesses {
  private static final int PARTS = 10;

  /** Those that the paper shows. */
  private static final List<String> PAPERS = List.of("resnet50", "squeezenet");

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describeTraced(
            "buddy/fig9", "Buddy accesses over time", "Buddy paper, section III-B, Figure 9")
        .method(
            "The trace, a step of training or a few, is cut into %d parts; a share is that of the"
                    .formatted(PARTS)
                + " part's accesses to entries that do not fit their target then. Targets are those"
                + " of the final design; beside them stands what 4/3x for all would need. Entries"
                + " change where they take another number of sectors in the next snapshot.")
        .deviation(
            "At the final design's targets these networks need buddy memory less often on average"
                + " than the paper's. At 4/3x for all they need it more often; these shares are not"
                + " judged, as the paper has none.")
        .parameter("parts", PARTS)
        .measure(context ->
            new Runs(
                Programs.measured(context, study).training().all().stream().map(Run::of).toList()))
        .claims(
            Claim.of(
                    "steady",
                    "The share of buddy accesses of ResNet50 and SqueezeNet does not fluctuate: its"
                        + " range is smaller than its mean")
                .because(
                    "A layer's buffers are its own, and so each part of a step goes through others:"
                        + " some that compress, and some that do not.")
                .nowhere(
                    "programs",
                    runs ->
                        PAPERS.stream()
                            .filter(name -> !(range(runs.of(name).last) < mean(runs.of(name).last)))
                            .toList()),
            Claim.of(
                    "changes",
                    "Entries change more often than the share of buddy accesses: a greater share of"
                        + " them changes from snapshot to snapshot than that moves by")
                .nowhere(
                    "programs",
                    runs ->
                        runs.all.stream()
                            .filter(run -> range(run.last) >= run.changing())
                            .map(run -> run.series.label())
                            .toList()))
        .values(
            Programs.trainingNames().stream()
                .flatMap(name ->
                    Stream.of(
                        new Value<>("range." + name, runs -> range(runs.of(name).last)),
                        new Value<>(
                            "range.fourThirds." + name, runs -> range(runs.of(name).fourThirds)),
                        new Value<>("changing." + name, runs -> runs.of(name).changing()))))
        .draw(Figure9BuddyAccesses::draw);
  }

  private static Figures draw(Runs runs) {
    Columns<Run> columns =
        new Columns<Run>()
            .text("program", run -> run.series.label())
            .number("entries that change", 1, "%", Run::changing)
            .number("final design, lowest", 1, "%", run -> least(run.last))
            .number("mean", 1, "%", run -> mean(run.last))
            .number("highest", 1, "%", run -> greatest(run.last))
            .number("4/3x, lowest", 1, "%", run -> least(run.fourThirds))
            .number("highest", 1, "%", run -> greatest(run.fourThirds));
    List<Points> lines = new ArrayList<>();
    for (Run run : runs.all) {
      lines.add(Points.overLabels(run.series.label(), run.last));
      lines.add(Points.overLabels(run.series.label() + " at 4/3x", run.fourThirds));
    }
    return Figures.none()
        .with(
            LineChart.of(
                "Buddy accesses over a training interval",
                Axis.labels(
                    "part", IntStream.rangeClosed(1, PARTS).mapToObj(String::valueOf).toList()),
                Axis.linear("buddy accesses (%)"),
                lines))
        .with("shares", columns.table("Buddy accesses over ten parts of the trace", runs.all));
  }

  /**
   * A training run's buddy accesses in percent of each part's.
   *
   * @param last at the final design's targets
   * @param fourThirds at 4/3x for all
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes runs.
  private record Run(ProgramSeries series, double[] last, double[] fourThirds) {
    static Run of(ProgramSeries series) {
      List<TargetRatio> targets = series.designs().zeroOptimised().targets();
      return new Run(
          series,
          shares(series, targets),
          shares(series, Collections.nCopies(targets.size(), TargetRatio.FOUR_THIRDS)));
    }

    double changing() {
      return 100 * series.snapshots().changing();
    }
  }

  /** All training runs. */
  record Runs(List<Run> all) {
    private Run of(String program) {
      return all.stream()
          .filter(run -> run.series.label().equals(program))
          .findFirst()
          .orElseThrow();
    }
  }

  private static double range(double[] shares) {
    return greatest(shares) - least(shares);
  }

  private static double[] shares(ProgramSeries series, List<TargetRatio> targets) {
    return Arrays.stream(series.trace().buddyAccessFractions(targets, PARTS))
        .map(share -> 100 * share)
        .toArray();
  }

  private static double mean(double[] shares) {
    return Arrays.stream(shares).average().orElse(Double.NaN);
  }

  private static double least(double[] shares) {
    return Arrays.stream(shares).min().orElse(Double.NaN);
  }

  private static double greatest(double[] shares) {
    return Arrays.stream(shares).max().orElse(Double.NaN);
  }
}
