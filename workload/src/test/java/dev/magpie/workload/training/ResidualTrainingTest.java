package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.workload.network.Networks;
import dev.magpie.workload.network.Scale;
import dev.magpie.workload.series.Lcg;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The small residual network learns, and the same each time. */
class ResidualTrainingTest {
  private static final ResidualTraining.Task TASK = new ResidualTraining.Task(8, 12, 256, 128);

  @Test
  void itLearnsMoreThanChance() {
    List<Double> accuracies = ResidualTraining.accuracies(TASK, 0.05, 8, 0);

    assertThat(accuracies).hasSize(8);
    assertThat(accuracies.getLast()).isGreaterThan(2 * 100.0 / ResidualTraining.CLASSES);
    assertThat(ResidualTraining.accuracies(TASK, 0.05, 2, 0)).isEqualTo(accuracies.subList(0, 2));
    assertThat(ResidualTraining.accuracies(TASK, 0.05, 2, 1))
        .isNotEqualTo(accuracies.subList(0, 2));
  }

  /** Without a rate it guesses. */
  @Test
  void withoutStepsItGuesses() {
    assertThat(ResidualTraining.accuracies(TASK, 0, 1, 0).getFirst())
        .isCloseTo(100.0 / ResidualTraining.CLASSES, within(10.0));
  }

  @Test
  void batchesComeOutEven() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ResidualTraining.Task(3, 12, 256, 128))
        .withMessageContaining("no whole batches of 3");
  }

  /** Of batches that are all alike, running means become theirs, and so does what is inferred. */
  @Test
  void runningMeansBecomeThoseOfTheBatch() {
    Net net =
        new Net(Networks.smallResidual(new Scale(4, 8, 1, 1, 1), 4, 5), 0, new Lcg(271_828_183));
    float[] images = net.images();
    Lcg random = new Lcg(314_159_265);
    for (int i = 0; i < images.length; i++) {
      images[i] = (float) (64 * (2 * random.next() - 1));
    }
    for (int step = 0; step < 300; step++) {
      net.operators().forEach(Operator::forward);
    }
    float[] trained = net.data("fc").clone();
    net.right();
    float[] inferred = net.data("fc");
    for (int i = 0; i < trained.length; i++) {
      assertThat(inferred[i]).isCloseTo(trained[i], within(1e-4f));
    }
  }
}
