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
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All claims with the paper's value, ours and the verdict. */
public final class Scoreboard {
  private static final Set<Verdict> WITHIN_10_PERCENT =
      EnumSet.range(Verdict.EXACT, Verdict.WITHIN_10_PERCENT);

  private static final Set<Verdict> AGREEING =
      EnumSet.of(Verdict.EXACT, Verdict.HOLDS, Verdict.CONSISTENT);

  /** Which verdicts people have to look at first. */
  private static final List<Verdict> WORST_FIRST =
      List.of(
          Verdict.ERROR,
          Verdict.CONTRADICTS,
          Verdict.DOES_NOT_HOLD,
          Verdict.INCONSISTENT,
          Verdict.SAME_DIRECTION,
          Verdict.WITHIN_10_PERCENT,
          Verdict.WITHIN_5_PERCENT,
          Verdict.EXACT,
          Verdict.HOLDS,
          Verdict.CONSISTENT,
          Verdict.OPEN);

  private Scoreboard() {}

  private static final Columns<JudgedClaim> JUDGED =
      new Columns<JudgedClaim>()
          .text("paper", JudgedClaim::stated)
          .text("ours", JudgedClaim::measuredText)
          .text("error", JudgedClaim::errorText)
          .verdict("verdict", JudgedClaim::verdict);

  private static final Columns<JudgedClaim> EXPLAINED =
      new Columns<JudgedClaim>().addAll(JUDGED).text("why", Scoreboard::why);

  /** A claim with the identifier of the experiment that has measured it. */
  private record Line(String experiment, JudgedClaim claim) {
    static Stream<Line> of(List<ExperimentResult> results) {
      return results.stream()
          .flatMap(result -> result.claims().stream().map(claim -> new Line(result.id(), claim)));
    }

    /** How bad it is, and then how far from the paper's number. */
    static Comparator<Line> worstFirst() {
      return Comparator.comparing((Line line) -> line.claim.verdict())
          .thenComparingDouble(Line::distance)
          .reversed();
    }

    private double distance() {
      return claim.error() == null ? 0 : Math.abs(claim.error());
    }
  }

  /** What there is to say of a claim that is not simply so. */
  private static String why(JudgedClaim claim) {
    if (AGREEING.contains(claim.verdict())) {
      return "";
    }
    return claim.counterExamples().isEmpty()
        ? claim.reason()
        : "Not of %s. %s".formatted(String.join(", ", claim.counterExamples()), claim.reason());
  }

  /** A row a claim, for a terminal. */
  public static Table claims(List<Outcome> outcomes) {
    return new Columns<Line>()
        .text("experiment", Line::experiment)
        .text("claim", line -> line.claim.text())
        .addAll(JUDGED.of(Line::claim))
        .table(Line.of(outcomes.stream().map(Outcome::result).toList()).toList());
  }

  /** A row a claim, with all digits. */
  public static Table results(List<ExperimentResult> results) {
    return results(Line.of(results));
  }

  /** The same of claims by the identifier of their experiment. */
  public static Table results(Map<String, List<JudgedClaim>> claims) {
    return results(
        claims.entrySet().stream()
            .flatMap(of -> of.getValue().stream().map(claim -> new Line(of.getKey(), claim))));
  }

  private static Table results(Stream<Line> lines) {
    return new Columns<Line>()
        .text("experiment", Line::experiment)
        .text("measure", line -> line.claim.measure())
        .text("claim", line -> line.claim.text())
        .text("kind", line -> line.claim.kind())
        .text("stated", line -> line.claim.stated())
        .number("paper", 0, line -> line.claim.paper())
        .text("unit", line -> line.claim.unit())
        .number("measured", 0, line -> line.claim.measured())
        .number("error", 0, line -> line.claim.error())
        .verdict("verdict", line -> line.claim.verdict())
        .text("counterexamples", line -> String.join(", ", line.claim.counterExamples()))
        .text("reason", line -> line.claim.reason())
        .table(lines.toList());
  }

  /** A row a claim of one experiment. */
  static Table claims(ExperimentResult result) {
    return new Columns<JudgedClaim>()
        .text("claim", JudgedClaim::text)
        .addAll(EXPLAINED)
        .table("Claims", result.claims());
  }

  /** Claims of one kind, a row each that leads to its experiment's section, the worst first. */
  static Table linkedClaims(String title, List<ExperimentResult> results, String kind) {
    return new Columns<Line>()
        .text("claim", line -> new Cell.Link(line.claim.text(), line.experiment))
        .addAll(EXPLAINED.of(Line::claim))
        .text("experiment", Line::experiment)
        .table(
            title,
            Line.of(results)
                .filter(line -> line.claim.kind().equals(kind))
                .sorted(Line.worstFirst())
                .toList());
  }

  /** All claims, a row each that leads to its experiment, the worst first. */
  public static Table worstFirst(List<ExperimentResult> results) {
    return new Columns<Line>()
        .text("claim", line -> new Cell.Link(line.claim.text(), line.experiment))
        .addAll(JUDGED.of(Line::claim))
        .text("experiment", Line::experiment)
        .text("kind", line -> line.claim.kind())
        .text("why", line -> why(line.claim))
        .table(
            Line.of(results)
                .sorted(
                    Comparator.comparingInt(
                            (Line line) -> WORST_FIRST.indexOf(line.claim.verdict()))
                        .thenComparing(Line::distance, Comparator.reverseOrder()))
                .toList());
  }

  /** A row an experiment that leads to its section. */
  public static Table experiments(List<ExperimentResult> results) {
    return new Columns<ExperimentResult>()
        .text("experiment", result -> new Cell.Link(result.title(), result.id()))
        .text("within 10 %", result -> share(result, "measurement", WITHIN_10_PERCENT))
        .text("orderings that hold", result -> share(result, "ordering", EnumSet.of(Verdict.HOLDS)))
        .number("open", 0, result -> counts(result.claims()).get(Verdict.OPEN))
        .text("id", ExperimentResult::id)
        .table(results);
  }

  /** How many of the claims of a kind have one of the verdicts; null if there is none. */
  private static @Nullable String share(
      ExperimentResult result, String kind, Set<Verdict> verdicts) {
    List<JudgedClaim> claims =
        result.claims().stream().filter(claim -> claim.kind().equals(kind)).toList();
    long those = claims.stream().filter(claim -> verdicts.contains(claim.verdict())).count();
    return claims.isEmpty() ? null : "%d of %d".formatted(those, claims.size());
  }

  /** The numbers of all claims against ours; empty if there are none to draw. */
  public static Optional<Chart> scatter(List<ExperimentResult> results) {
    List<Points> clouds = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      List<Points.Point> points =
          Line.of(results)
              .filter(line -> line.claim.verdict() == verdict && isAboveZero(line.claim))
              .map(line ->
                  new Points.Point(
                      Objects.requireNonNull(line.claim.paper()),
                      Objects.requireNonNull(line.claim.measured()),
                      line.experiment + ": " + line.claim.text()))
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
    return claim.paper() != null
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
        .forEach((verdict, count) -> verdicts.add(verdict.label() + " " + count));
    return "%d %s: %s. Claims: %s."
        .formatted(
            outcomes.size(),
            outcomes.size() == 1 ? "experiment" : "experiments",
            String.join(", ", hows),
            String.join(", ", verdicts));
  }
}
