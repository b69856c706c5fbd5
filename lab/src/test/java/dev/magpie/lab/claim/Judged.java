package dev.magpie.lab.claim;

import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What claims say of numbers that nobody measured here, such as a paper's own. */
public final class Judged {
  private Judged() {}

  /** By some claims of an experiment. */
  public static <T> List<Verdict> by(Experiment<?> experiment, T numbers, String... names) {
    return Arrays.stream(names)
        .map(name ->
            Judged.<T>claims(experiment)
                .filter(claim -> claim.name().equals(name))
                .findFirst()
                .orElseThrow())
        .map(claim -> claim.judge(claim.in(numbers)))
        .toList();
  }

  /** By all orderings among claims. */
  public static <T> Map<String, Verdict> byOrderings(Stream<Claim<T>> claims, T numbers) {
    return claims
        .filter(claim -> claim.statement() instanceof Statement.Ordering)
        .collect(Collectors.toMap(Claim::name, claim -> claim.judge(claim.in(numbers))));
  }

  /** The claims of an experiment, as of what it measures. */
  @SuppressWarnings("unchecked") // It is the experiment of such numbers.
  public static <T> Stream<Claim<T>> claims(Experiment<?> experiment) {
    return experiment.claims().stream().map(claim -> (Claim<T>) claim);
  }
}
