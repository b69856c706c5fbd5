package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class BehaviourTest {
  @Test
  void anExperimentRestsOnWhatItsPaperIsAbout() {
    assertThat(Behaviour.of("depth/fig4").keySet()).containsExactly("depth");
    assertThat(Behaviour.of("buddy/fig7").keySet()).containsExactly("codecs", "buddy");
    assertThat(Behaviour.of("mag/fig12").keySet()).containsExactly("codecs", "simulator", "gtx580");
    assertThat(Behaviour.of("mag/fig14").keySet())
        .containsExactly("codecs", "simulator", "other_codecs", "gtx580");
  }

  /** What others do leaves the simulations of papers' codecs as they are recorded. */
  @Test
  void aSimulationRestsOnOtherCodecsIfItIsOfOne() {
    String ofPaper = Behaviour.ofSimulation("bfs {nodes=500}, gtx580, mag-bdi, MAG 32");
    assertThat(Behaviour.ofSimulation("tp {side=64}, gtx580, no compression")).isEqualTo(ofPaper);
    assertThat(Behaviour.ofSimulation("bfs {nodes=500}, gtx580, magpie, MAG 32"))
        .isNotEqualTo(ofPaper);
  }

  /** Its file may change what the papers' GPUs do not show. */
  @Test
  void aSimulationRestsOnTheFileOfItsGpu() {
    String ofPaper = Behaviour.ofSimulation("cold tp {}, p100");
    assertThat(Behaviour.ofSimulation("cold tp {}, gtx580")).isEqualTo(ofPaper);
    String ofOther = Behaviour.ofSimulation("cold tp {}, h200");
    assertThat(ofOther).isNotEqualTo(ofPaper);
    assertThat(Behaviour.ofSimulation("cold bfs {}, h200")).isEqualTo(ofOther);
    assertThat(Behaviour.ofSimulation("cold tp {}, a100")).isNotIn(ofPaper, ofOther);
  }

  @Test
  void digestsAreThoseOfWhatIsComputedAndOfNothingElse() {
    for (Behaviour each : Behaviour.values()) {
      assertThat(each.computed()).isEqualTo(each.digest()).matches("[0-9a-f]{64}");
    }
    assertThat(Set.of(Behaviour.values())).extracting(Behaviour::digest).doesNotHaveDuplicates();
  }
}
