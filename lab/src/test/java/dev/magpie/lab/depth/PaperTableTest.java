package dev.magpie.lab.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Means that can be worked out by hand from the paper's Figure 4. */
class PaperTableTest {
  @Test
  void meansAreOfTheSixScenes() {
    assertThat(PaperTable.percent(PaperBackEnd.POST_DO, 16)).isEqualTo(285 / 6.0);
    assertThat(PaperTable.percent(PaperBackEnd.PRE_C, 32)).isEqualTo(184 / 6.0);
    assertThat(PaperTable.raw(16)).isCloseTo(235.5 / 6, within(1e-9));
    assertThat(PaperTable.raw(32)).isCloseTo(203.8 / 6, within(1e-9));
    assertThat(PaperTable.below(PaperBackEnd.POST_DO, 50)).isEqualTo(10);
    assertThat(PaperTable.gain(PaperBackEnd.PRE_DO, PaperBackEnd.POST_DO, 16))
        .isCloseTo(12.1, within(0.05));
    assertThat(PaperTable.gain(PaperBackEnd.PRE_C, PaperBackEnd.POST_C, 32))
        .isCloseTo(13.3, within(0.05));
  }
}
