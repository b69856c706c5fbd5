package dev.magpie.lab.result;

import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.report.Axis;
import dev.magpie.report.Cell;
import dev.magpie.report.Chart;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.Table;
import dev.magpie.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All claims with the paper's value, ours and the verdict. */
public final class Scoreboard {
  private Scoreboard() {}

  /** A row a claim, for a terminal. */
  public static Table claims(List<Outcome> outcomes) {
    return results(outcomes.stream().map(Outcome::result).toList());
  }

  /** A row a claim. */
  static Table results(List<ExperimentResult> results) {
    Table.Builder table =
        Table.titled("")
            .text("experiment")
            .text("claim")
            .text("paper")
            .text("ours")
            .verdict("verdict");
    for (ExperimentResult result : results) {
      for (JudgedClaim claim : result.claims()) {
        table.row(
            result.id(), claim.text(), claim.paperText(), claim.measuredText(), claim.verdict());
      }
    }
    return table.build();
  }

  /** A row a claim that leads to its experiment's section. */
  static Table linkedClaims(List<ExperimentResult> results) {
    Table.Builder table =
        Table.titled("")
            .text("claim")
            .text("paper")
            .text("ours")
            .verdict("verdict")
            .text("experiment");
    for (ExperimentResult result : results) {
      for (JudgedClaim claim : result.claims()) {
        table.row(
            new Cell.Link(claim.text(), result.id()),
            claim.paperText(),
            claim.measuredText(),
            claim.verdict(),
            result.id());
      }
    }
    return table.build();
  }

  /** A row an experiment that leads to its section. */
  static Table experiments(List<ExperimentResult> results) {
    Table.Builder table =
        Table.titled("")
            .text("experiment")
            .verdict("verdict")
            .text("reproduced")
            .number("not expected", 0)
            .text("id");
    for (ExperimentResult result : results) {
      long notExpected = count(result, Verdict.NOT_EXPECTED);
      long expected = result.claims().size() - notExpected;
      table.row(
          new Cell.Link(result.title(), result.id()),
          verdict(result),
          expected == 0 ? null : "%d of %d".formatted(count(result, Verdict.REPRODUCED), expected),
          notExpected == 0 ? null : notExpected,
          result.id());
    }
    return table.build();
  }

  /** The worst that can be said of the claims that were expected to hold. */
  private static Verdict verdict(ExperimentResult result) {
    return Stream.of(Verdict.ERROR, Verdict.NOT_REPRODUCED, Verdict.REPRODUCED)
        .filter(verdict -> count(result, verdict) > 0)
        .findFirst()
        .orElse(Verdict.NOT_EXPECTED);
  }

  /** The numbers of all claims against ours; empty if there are none to draw. */
  static Optional<Chart> scatter(List<ExperimentResult> results) {
    List<Points> clouds = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      List<Points.Point> points = new ArrayList<>();
      for (ExperimentResult result : results) {
        for (JudgedClaim claim : result.claims()) {
          Double measured = claim.measured();
          if (claim.verdict() == verdict
              && !claim.unit().contains("/")
              && claim.paper() > 0
              && measured != null
              && measured > 0) {
            points.add(
                new Points.Point(claim.paper(), measured, result.id() + ": " + claim.text()));
          }
        }
      }
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

  private static long count(ExperimentResult result, Verdict verdict) {
    return result.claims().stream().filter(claim -> claim.verdict() == verdict).count();
  }

  /** How it went, in a few words. */
  public static String summary(List<Outcome> outcomes) {
    List<String> hows = new ArrayList<>();
    for (Outcome.How how : Outcome.How.values()) {
      long count = outcomes.stream().filter(outcome -> outcome.how() == how).count();
      if (count > 0) {
        hows.add(count + " " + how);
      }
    }
    List<String> verdicts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long count = outcomes.stream().mapToLong(outcome -> count(outcome.result(), verdict)).sum();
      if (count > 0) {
        verdicts.add(count + " " + verdict.label());
      }
    }
    return "%d %s: %s. Claims: %s."
        .formatted(
            outcomes.size(),
            outcomes.size() == 1 ? "experiment" : "experiments",
            String.join(", ", hows),
            String.join(", ", verdicts));
  }
}
