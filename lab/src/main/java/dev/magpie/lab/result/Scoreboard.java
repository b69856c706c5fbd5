package dev.magpie.lab.result;

import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.report.Axis;
import dev.magpie.report.Cell;
import dev.magpie.report.Chart;
import dev.magpie.report.Columns;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.Table;
import dev.magpie.report.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All claims with the paper's value, ours and the verdict. */
public final class Scoreboard {
  private Scoreboard() {}

  private static final Columns<JudgedClaim> JUDGED =
      new Columns<JudgedClaim>()
          .text("paper", JudgedClaim::paperText)
          .text("ours", JudgedClaim::measuredText)
          .verdict("verdict", JudgedClaim::verdict);

  /** A claim with the experiment that has measured it. */
  private record Line(ExperimentResult result, JudgedClaim claim) {
    static List<Line> of(List<ExperimentResult> results) {
      return results.stream()
          .flatMap(result -> result.claims().stream().map(claim -> new Line(result, claim)))
          .toList();
    }
  }

  /** A row a claim, for a terminal. */
  public static Table claims(List<Outcome> outcomes) {
    return results(outcomes.stream().map(Outcome::result).toList());
  }

  /** A row a claim. */
  static Table results(List<ExperimentResult> results) {
    return new Columns<Line>()
        .text("experiment", line -> line.result.id())
        .text("claim", line -> line.claim.text())
        .addAll(JUDGED.of(Line::claim))
        .table(Line.of(results));
  }

  /** A row a claim of one experiment. */
  static Table.Builder claims(ExperimentResult result) {
    return new Columns<JudgedClaim>()
        .text("claim", JudgedClaim::text)
        .addAll(JUDGED)
        .builder("Claims", result.claims());
  }

  /** A row a claim that leads to its experiment's section. */
  static Table linkedClaims(List<ExperimentResult> results) {
    return new Columns<Line>()
        .text("claim", line -> new Cell.Link(line.claim.text(), line.result.id()))
        .addAll(JUDGED.of(Line::claim))
        .text("experiment", line -> line.result.id())
        .table(Line.of(results));
  }

  /** A row an experiment that leads to its section. */
  static Table experiments(List<ExperimentResult> results) {
    return new Columns<ExperimentResult>()
        .text("experiment", result -> new Cell.Link(result.title(), result.id()))
        .verdict("verdict", Scoreboard::verdict)
        .text("reproduced", Scoreboard::reproduced)
        .number("not expected", 0, result -> counts(result.claims()).get(Verdict.NOT_EXPECTED))
        .text("id", ExperimentResult::id)
        .table(results);
  }

  /** How many of the claims that were expected to hold do; null if none was. */
  private static @Nullable String reproduced(ExperimentResult result) {
    Map<Verdict, Long> counts = counts(result.claims());
    long expected = result.claims().size() - counts.getOrDefault(Verdict.NOT_EXPECTED, 0L);
    return expected == 0
        ? null
        : "%d of %d".formatted(counts.getOrDefault(Verdict.REPRODUCED, 0L), expected);
  }

  /** The worst that can be said of the claims that were expected to hold. */
  private static Verdict verdict(ExperimentResult result) {
    return Stream.of(Verdict.ERROR, Verdict.NOT_REPRODUCED, Verdict.REPRODUCED)
        .filter(counts(result.claims())::containsKey)
        .findFirst()
        .orElse(Verdict.NOT_EXPECTED);
  }

  /** The numbers of all claims against ours; empty if there are none to draw. */
  static Optional<Chart> scatter(List<ExperimentResult> results) {
    List<Points> clouds = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      List<Points.Point> points =
          Line.of(results).stream()
              .filter(line -> line.claim.verdict() == verdict && isAboveZero(line.claim))
              .map(line ->
                  new Points.Point(
                      line.claim.paper(),
                      Objects.requireNonNull(line.claim.measured()),
                      line.result.id() + ": " + line.claim.text()))
              .toList();
      if (!points.isEmpty()) {
        clouds.add(Points.of(verdict.label(), points));
      }
    }
    return clouds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ScatterChart.of(
                    "The papers' numbers and ours", Axis.log10("paper"), Axis.log10("ours"), clouds)
                .withDiagonal()
                .withCaption(
                    "A dot a claim with a number above zero, in the claim's own unit; on the"
                        + " diagonal they are the same."));
  }

  /** Whether a claim is a number that a logarithmic axis has a place for. */
  private static boolean isAboveZero(JudgedClaim claim) {
    return !claim.unit().contains("/")
        && claim.paper() > 0
        && claim.measured() != null
        && claim.measured() > 0;
  }

  /** The verdicts that there are, in their order, with how many claims have each. */
  static Map<Verdict, Long> counts(List<JudgedClaim> claims) {
    return claims.stream()
        .collect(
            Collectors.groupingBy(
                JudgedClaim::verdict, () -> new EnumMap<>(Verdict.class), Collectors.counting()));
  }

  /** How many experiments ran, and how many claims have which verdict, as one line. */
  public static String summary(List<Outcome> outcomes) {
    List<String> hows = new ArrayList<>();
    for (Outcome.How how : Outcome.How.values()) {
      long count = outcomes.stream().filter(outcome -> outcome.how() == how).count();
      if (count > 0) {
        hows.add(count + " " + how);
      }
    }
    List<String> verdicts = new ArrayList<>();
    counts(outcomes.stream().flatMap(outcome -> outcome.result().claims().stream()).toList())
        .forEach((verdict, count) -> verdicts.add(count + " " + verdict.label()));
    return "%d %s: %s. Claims: %s."
        .formatted(
            outcomes.size(),
            outcomes.size() == 1 ? "experiment" : "experiments",
            String.join(", ", hows),
            String.join(", ", verdicts));
  }
}
