package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class BehaviourTest {
  @Test
  void anExperimentRestsOnWhatItsPaperIsAbout() {
    assertThat(Behaviour.of("depth/fig4").keySet()).containsExactly("depth");
    assertThat(Behaviour.of("buddy/fig7").keySet()).containsExactly("codecs", "buddy");
    assertThat(Behaviour.of("mag/fig14").keySet()).containsExactly("codecs", "simulator", "gtx580");
  }

  @Test
  void digestsAreThoseOfWhatIsComputedAndOfNothingElse() {
    for (Behaviour each : Behaviour.values()) {
      assertThat(each.computed()).isEqualTo(each.digest()).matches("[0-9a-f]{64}");
    }
    assertThat(Set.of(Behaviour.values())).extracting(Behaviour::digest).doesNotHaveDuplicates();
  }
}
