package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Judged;
import dev.magpie.lab.timed.GivenRun;
import dev.magpie.lab.timed.TimedMemory;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedMemory.Unified;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRun;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.report.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of slowdowns as section IV-C tells them does not hold of others. */
class Figure14ClaimsTest {
  /** How many times as long a program takes. */
  private interface Slowdown {
    double of(String label, TimedMemory memory);
  }

  /** No label of the figure but 352.ep's is named in the text; what others lose is made up. */
  private static double asInThePaper(String label, TimedMemory memory) {
    boolean negligible = label.equals("cg") || label.equals("bt");
    return switch (memory) {
      case Unified unified ->
          negligible ? 1 : 1 + unified.oversubscription() / 40.0 * (label.equals("ep") ? 86 : 9);
      case Lines.PINNED -> negligible ? 1 : 20;
      case Lines.BUDDY -> negligible ? 1 : 1.67;
      default -> 1;
    };
  }

  private static double otherwise(String label, TimedMemory memory) {
    return switch (memory) {
      case Unified unified -> label.equals("ep") ? 0.9 : 3 - unified.oversubscription() / 40.0;
      case Lines.PINNED -> 20;
      case Lines.BUDDY -> 4;
      default -> 1;
    };
  }

  private static TimedRuns runs(Slowdown slowdown) {
    List<TimedProgram> programs =
        TimedProgram.ALL.stream()
            .filter(each -> Figure14Oversubscription.PROGRAMS.contains(each.label()))
            .toList();
    Map<TimedSetup, List<TimedRun>> bySetup = new HashMap<>();
    for (TimedSetup setup : Figure14Oversubscription.setups()) {
      bySetup.put(
          setup,
          programs.stream()
              .map(each -> Math.round(1e6 * slowdown.of(each.label(), setup.memory())))
              .map(cycles -> GivenRun.of(cycles, 0))
              .toList());
    }
    return new TimedRuns(programs, bySetup);
  }

  private static Stream<Claim<TimedRuns>> claims() {
    return Judged.claims(Figure14Oversubscription.experiment(BuddyStudy.PAPER));
  }

  @Test
  void allHoldsAsThePaperTellsIt() {
    TimedRuns paper = runs(Figure14ClaimsTest::asInThePaper);
    assertThat(Judged.byOrderings(claims(), paper).values()).containsOnly(Verdict.HOLDS);
    assertThat(
            Judged.by(Figure14Oversubscription.experiment(BuddyStudy.PAPER), paper, "ep", "fits"))
        .containsExactly(Verdict.EXACT, Verdict.CONSISTENT);
  }

  @Test
  void noneHoldsOtherwise() {
    assertThat(Judged.byOrderings(claims(), runs(Figure14ClaimsTest::otherwise)).values())
        .containsOnly(Verdict.DOES_NOT_HOLD);
  }
}
