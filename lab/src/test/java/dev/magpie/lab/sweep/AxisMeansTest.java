package dev.magpie.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AxisMeansTest {
  private static SweptPoint point(String program, String gpu, String codec, double seconds) {
    Map<String, String> axes = new LinkedHashMap<>();
    axes.put("program", program);
    axes.put("gpu", gpu);
    axes.put("codec", codec);
    return new SweptPoint(
        "file", axes, SweptPoint.State.DONE, null, 1L, seconds, 1.0, 1L, 1.0, null, 1.0, 1.0);
  }

  private static final List<SweptPoint> POINTS =
      List.of(
          point("a", "slow", "none", 8),
          point("a", "slow", "bdi", 4),
          point("a", "fast", "none", 2),
          point("b", "slow", "none", 100),
          point("b", "slow", "bdi", 200),
          point("b", "fast", "bdi", 50));

  @Test
  void axesOfSystemsAreOverTheFirstOfBothAndMeansOverPrograms() {
    AxisMeans means = AxisMeans.of(POINTS, "gpu", "codec", SweptPoint::seconds);

    assertThat(means.values()).containsExactly("slow", "fast");
    assertThat(means.others()).containsExactly("none", "bdi");
    assertThat(means.relative()).isTrue();
    // Of bdi, a half and twice.
    assertThat(means.means().get(0).get(0)).isCloseTo(1, within(1e-12));
    assertThat(means.means().get(0).get(1)).isCloseTo(1, within(1e-12));
    assertThat(means.means().get(1).get(0)).isCloseTo(0.25, within(1e-12));
    assertThat(means.means().get(1).get(1)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void programsAreNotHeldAgainstEachOther() {
    AxisMeans means = AxisMeans.of(POINTS, "program", "codec", SweptPoint::seconds);

    // On the fast GPU there is no first of b, and no second of a.
    assertThat(means.means().get(0).get(1)).isCloseTo(0.5, within(1e-12));
    assertThat(means.means().get(1).get(1)).isCloseTo(2, within(1e-12));
    assertThat(means.means().get(1).get(0)).isCloseTo(1, within(1e-12));
  }

  @Test
  void onlyAxesThatDifferVary() {
    assertThat(AxisMeans.varying(POINTS)).containsExactly("program", "gpu", "codec");
    assertThat(AxisMeans.varying(POINTS.subList(0, 2))).containsExactly("codec");
  }
}
