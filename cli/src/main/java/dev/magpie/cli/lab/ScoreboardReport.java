package dev.magpie.cli.lab;

import dev.magpie.cli.output.Report;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.result.Scoreboard;
import dev.magpie.report.DocumentType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code magpie reproduce} found: the claims of all experiments, and the page with all else.
 */
record ScoreboardReport(Path report, List<Entry> experiments) {
  static final DocumentType<ScoreboardReport> TYPE =
      new DocumentType<>("magpie.scoreboard/2", ScoreboardReport.class);

  private record Entry(
      String id,
      Outcome.How how,
      RunSize size,
      @Nullable String error,
      List<FailedData> failedData,
      List<Claim> claims) {
    static Entry of(Outcome outcome) {
      ExperimentResult result = outcome.result();
      return new Entry(
          result.id(),
          outcome.how(),
          result.size(),
          result.error(),
          result.inputs().stream()
              .filter(input -> !input.problem().isEmpty())
              .map(input -> new FailedData(input.name(), input.problem()))
              .toList(),
          result.claims().stream().map(Claim::of).toList());
    }
  }

  private record FailedData(String name, String problem) {}

  private record Claim(
      String measure,
      String kind,
      String text,
      String stated,
      @Nullable Double paper,
      @Nullable Double measured,
      @Nullable Double error,
      String unit,
      String verdict,
      String reason,
      List<String> counterExamples) {
    static Claim of(JudgedClaim claim) {
      return new Claim(
          claim.measure(),
          claim.kind(),
          claim.text(),
          claim.stated(),
          claim.paper(),
          claim.measured(),
          claim.error(),
          claim.unit(),
          claim.verdict().name().toLowerCase(Locale.ROOT),
          claim.reason(),
          claim.counterExamples());
    }
  }

  static Report of(List<Outcome> outcomes, Path page) {
    return Report.of(
            TYPE,
            new ScoreboardReport(page, outcomes.stream().map(Entry::of).toList()),
            Scoreboard.claims(outcomes))
        .withCsv(Scoreboard.results(outcomes.stream().map(Outcome::result).toList()))
        .ended(Scoreboard.summary(outcomes) + "\nReport: " + page);
  }
}
