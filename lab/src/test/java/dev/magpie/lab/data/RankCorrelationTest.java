package dev.magpie.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RankCorrelationTest {
  @Test
  void onlyTheOrderCounts() {
    assertThat(RankCorrelation.of(new double[] {1, 2, 3}, new double[] {-5, 0, 1000})).isEqualTo(1);
    assertThat(RankCorrelation.of(new double[] {1, 2, 3}, new double[] {9, 4, 1})).isEqualTo(-1);
  }

  @Test
  void ofDistinctValuesItIsOneLessTheSquaredDifferencesOfRanks() {
    // Differences of ranks: 1, 1, 1, 1, 0.
    double expected = 1 - 6.0 * 4 / (5 * (25 - 1));
    assertThat(RankCorrelation.of(new double[] {1, 2, 3, 4, 5}, new double[] {20, 10, 40, 30, 50}))
        .isCloseTo(expected, within(1e-12));
  }

  @Test
  void equalValuesShareARank() {
    assertThat(RankCorrelation.of(new double[] {1, 1, 2}, new double[] {3, 3, 7})).isEqualTo(1);
    assertThat(RankCorrelation.of(new double[] {1, 1, 1}, new double[] {1, 2, 3})).isNaN();
  }

  @Test
  void bothAreOfTheSameSubjects() {
    assertThatThrownBy(() -> RankCorrelation.of(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
