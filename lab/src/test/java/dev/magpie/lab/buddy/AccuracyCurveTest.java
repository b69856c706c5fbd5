package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a curve comes to, of numbers that one can add up. */
class AccuracyCurveTest {
  private static final AccuracyCurve CURVE =
      new AccuracyCurve(
          16,
          0.1,
          List.of(
              List.of(10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 60.0, 70.0),
              List.of(10.0, 20.0, 30.0, 40.0, 50.0, 40.0, 60.0, 50.0)));

  @Test
  void theLastQuarterCounts() {
    assertThat(CURVE.accuracy()).isEqualTo(60);
  }

  @Test
  void jitterIsMovementInTheSecondHalf() {
    assertThat(CURVE.jitter()).isEqualTo((20.0 / 3 + 40.0 / 3) / 2);
  }

  @Test
  void epochsCountFromOne() {
    assertThat(CURVE.epochsTo(30)).isEqualTo(3);
    assertThat(CURVE.epochsTo(90)).isEqualTo(9);
    assertThat(CURVE.reaches(60)).isTrue();
    assertThat(CURVE.reaches(90)).isFalse();
    assertThat(CURVE.means()[5]).isEqualTo(50);
  }
}
