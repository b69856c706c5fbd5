package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Statement;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.Scoreboard;
import dev.magpie.report.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the repository's results say of claims. {@code -Dresults.renew=true} judges the recorded
 * values again, by the claims as they are now.
 */
class RecordedClaimsTest {
  private static final Path CLAIMS = Path.of("../results/claims.csv");
  private static final boolean RENEWS = Boolean.getBoolean("results.renew");

  /** How a claim differs that has nothing to explain otherwise. */
  private static final List<String> DIFFERENT =
      List.of("within 10 %", "same direction", "contradicts", "does not hold", "inconsistent");

  @Test
  void everyClaimThatDiffersSaysWhy() throws IOException {
    assertThat(judged().values().stream().flatMap(List::stream))
        .filteredOn(claim -> DIFFERENT.contains(claim.verdict().label()))
        .isNotEmpty()
        .filteredOn(claim -> claim.reason().isEmpty())
        .extracting(JudgedClaim::text)
        .isEmpty();
  }

  /** A claim that has been changed since it was recorded has another verdict, or is another. */
  @Test
  void recordedClaimsAreThoseOfTheExperimentsAsTheyAre() throws IOException {
    String now = Csv.render(Scoreboard.results(judged()));
    if (RENEWS) {
      Files.writeString(CLAIMS, now);
    }
    List<String> recorded = Files.readAllLines(CLAIMS);
    assertThat(now.lines().filter(line -> !recorded.contains(line)))
        .as("not in %s (to renew it: -Dresults.renew=true)", CLAIMS)
        .isEmpty();
    assertThat(recorded).hasSameSizeAs(now.lines().toList());
  }

  /**
   * The recorded values as claims judge them now, by experiment, in the order of its claims; those
   * that are open have none, and need none.
   */
  private static Map<String, List<JudgedClaim>> judged() throws IOException {
    List<List<String>> lines = Csv.parse(Files.readString(CLAIMS));
    int measured = lines.getFirst().indexOf("measured");
    int counterExamples = lines.getFirst().indexOf("counterexamples");
    Map<String, Map<String, List<String>>> recorded = new LinkedHashMap<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      recorded.computeIfAbsent(line.get(0), _ -> new HashMap<>()).put(line.get(1), line);
    }
    Map<String, List<JudgedClaim>> judged = new LinkedHashMap<>();
    recorded.forEach((experiment, byName) ->
        judged.put(
            experiment,
            claims(experiment)
                .filter(claim ->
                    byName.containsKey(claim.name()) || claim.statement() instanceof Statement.Open)
                .map(claim -> {
                  List<String> line = byName.get(claim.name());
                  return line == null || line.get(measured).isEmpty()
                      ? JudgedClaim.of(claim, Double.NaN, List.of())
                      : JudgedClaim.of(
                          claim,
                          Double.parseDouble(line.get(measured)),
                          names(line.get(counterExamples)));
                })
                .toList()));
    return judged;
  }

  private static List<String> names(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined);
  }

  private static Stream<Claim<?>> claims(String experiment) {
    return Experiments.select(List.of(experiment)).getFirst().claims().stream()
        .map(claim -> (Claim<?>) claim);
  }
}
