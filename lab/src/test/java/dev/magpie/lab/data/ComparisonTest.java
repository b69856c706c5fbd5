package dev.magpie.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Comparison SPEEDUPS =
      new Comparison(
          Comparison.Subjects.of("program", List.of("BP", "TP"), "mean", "mean"),
          List.of(Comparison.Column.of("BDI", 2, 8), Comparison.Column.of("MAG-aware BDI", 3, 6)),
          Survey::geometricMean);

  @Test
  void oneSubjectCanBeLeftOutOfAMean() {
    assertThat(SPEEDUPS.mean(0)).isEqualTo(4);
    assertThat(SPEEDUPS.meanWithout(0, "TP")).isEqualTo(2);
    assertThat(SPEEDUPS.meanWithout(0, "SC")).isEqualTo(4);
  }

  @Test
  void quotientsAreSubjectBySubject() {
    assertThat(SPEEDUPS.quotients(1, 0)).containsExactly(1.5, 0.75);
    assertThat(SPEEDUPS.largestQuotient(1, 0)).isEqualTo(1.5);
  }
}
