package dev.magpie.lab;

import dev.magpie.lab.ExperimentResult.JudgedClaim;
import dev.magpie.report.Cell;
import dev.magpie.report.Table;
import dev.magpie.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/** All claims with the paper's value, ours and the verdict. */
public final class Scoreboard {
  private Scoreboard() {}

  /**
   * A row a claim.
   *
   * @param linked whether the experiments are links to sections of a page
   */
  static Table claims(List<ExperimentResult> results, boolean linked) {
    Table.Builder table =
        Table.titled("")
            .text("experiment")
            .text("claim")
            .text("paper")
            .text("ours")
            .verdict("verdict");
    for (ExperimentResult result : results) {
      Cell name = linked ? new Cell.Link(result.id(), result.id()) : new Cell.Text(result.id());
      for (JudgedClaim claim : result.claims()) {
        table.row(name, claim.text(), claim.paperText(), claim.measuredText(), claim.verdict());
      }
    }
    return table.build();
  }

  /** A row a claim, for a terminal. */
  public static Table claims(List<Outcome> outcomes) {
    return claims(outcomes.stream().map(Outcome::result).toList(), false);
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
      long count =
          outcomes.stream()
              .flatMap(outcome -> outcome.result().claims().stream())
              .filter(claim -> claim.verdict() == verdict)
              .count();
      if (count > 0) {
        verdicts.add(count + " " + verdict.label());
      }
    }
    return "%d experiments: %s. Claims: %s."
        .formatted(outcomes.size(), String.join(", ", hows), String.join(", ", verdicts));
  }
}
