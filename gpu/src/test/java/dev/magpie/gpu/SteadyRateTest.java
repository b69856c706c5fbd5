package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyRateTest {
  @Test
  void isTheMeanAndHalfTheInterval() {
    SteadyRate rate = SteadyRate.of(new double[] {9, 10, 11});

    assertThat(rate.mean()).isEqualTo(10);
    assertThat(rate.error()).isEqualTo(4.303 / Math.sqrt(3), within(1e-12));
    assertThat(SteadyRate.of(new double[] {7, 7}).error()).isEqualTo(0.07);
  }

  /** 95 % of them, of normal numbers. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8, SteadyRate.MOST})
  void theIntervalHoldsTheTrueMeanAsOftenAsItSays(int count) {
    SplittableRandom random = new SplittableRandom(1);
    int holds = 0;
    int trials = 20_000;
    for (int trial = 0; trial < trials; trial++) {
      double[] values = new double[count];
      Arrays.setAll(values, _ -> 5 + 2 * random.nextGaussian());
      SteadyRate rate = SteadyRate.of(values);
      holds += Math.abs(rate.mean() - 5) <= rate.error() ? 1 : 0;
    }
    assertThat((double) holds / trials).isEqualTo(0.95, within(0.005));
  }

  @Test
  void whatRisesMayGoOnTo() {
    SteadyRate rate = SteadyRate.of(new double[] {100, 100, 101, 103, 104});
    assertThat(rate.mean()).isEqualTo(101.6);
    assertThat(rate.orDriftingAs(new double[] {100, 101, 103, 104}))
        .isEqualTo(new SteadyRate(101.6, 108 - 101.6));
    assertThat(rate.orDriftingAs(new double[] {104, 103, 101, 100}))
        .isEqualTo(new SteadyRate(101.6, 101.6 - 96));
    assertThat(rate.orDriftingAs(new double[] {100, 101, 104, 103})).isEqualTo(rate);
    assertThat(rate.orDriftingAs(new double[] {101.4, 101.5, 101.6, 101.7}))
        .as("by less than is known anyway")
        .isEqualTo(rate);
  }
}
