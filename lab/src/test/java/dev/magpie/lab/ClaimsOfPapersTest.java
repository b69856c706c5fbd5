package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Statement;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be said of claims before anything is measured. */
class ClaimsOfPapersTest {
  private static Stream<Claim<?>> claims() {
    return Experiments.all().stream().flatMap(ClaimsOfPapersTest::claims);
  }

  private static Stream<Claim<?>> claims(Experiment<?> experiment) {
    return experiment.claims().stream().map(claim -> (Claim<?>) claim);
  }

  @Test
  void thePapersOwnNumbersPassTheirTests() {
    assertThat(claims())
        .allSatisfy(claim ->
            assertThat(
                    switch (claim.statement()) {
                      case Statement.Measurement number -> claim.judge(number.paper());
                      case Statement.Ordering ordering -> claim.judge(ordering.paper());
                      case Statement.Consistency same -> claim.judge(same.paper());
                      case Statement.Open _ -> claim.judge(Double.NaN);
                    })
                .as(claim.text())
                .isIn(Verdict.EXACT, Verdict.HOLDS, Verdict.CONSISTENT, Verdict.OPEN));
  }

  @Test
  void whatHasNoEffectIsNotThePapersNumber() {
    assertThat(claims())
        .allSatisfy(claim -> {
          if (claim.statement() instanceof Statement.Measurement number) {
            assertThat(number.neutral()).as(claim.text()).isNotEqualTo(number.paper());
          }
        });
  }

  @Test
  void whatIsOpenSaysWhatItNeeds() {
    assertThat(claims().filter(claim -> claim.statement() instanceof Statement.Open))
        .isNotEmpty()
        .allSatisfy(claim -> {
          assertThat(claim.stated()).isNotBlank();
          assertThat(claim.reason()).endsWith(".");
        });
  }

  @Test
  void everyClaimOfAnExperimentHasItsOwnNameTextAndReason() {
    for (Experiment<?> experiment : Experiments.all()) {
      List<Claim<?>> claims = claims(experiment).toList();
      assertThat(claims).extracting(Claim::name).doesNotHaveDuplicates();
      assertThat(claims).extracting(Claim::text).doesNotHaveDuplicates();
      // What open claims need may be one thing.
      assertThat(
              claims.stream()
                  .filter(claim -> !(claim.statement() instanceof Statement.Open))
                  .map(Claim::reason)
                  .filter(reason -> !reason.isEmpty()))
          .as(experiment.description().id())
          .doesNotHaveDuplicates();
      // Reports sort claims by how far they are off: there is nothing above.
      assertThat(claims)
          .extracting(Claim::reason)
          .noneMatch(reason ->
              reason.startsWith("As ") || reason.toLowerCase(Locale.ROOT).contains("as above"));
    }
  }
}
