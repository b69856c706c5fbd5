package dev.magpie.workload.training;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a shape says is what the arrays of a small program hold. */
class BigLstmShapeTest {
  @ParameterizedTest
  @CsvSource({"50,1,3,4,7,5", "50,6,3,4,7,5", "61,2,5,8,3,11", "97,7,2,6,9,4"})
  void elementsAreThoseOfTheArrays(
      int vocabulary, int texts, int time, int width, int hidden, int samples) {
    BigLstm program =
        new BigLstm(new BigLstm.Extent(vocabulary, texts, time, width, hidden, samples), 10);
    BigLstmShape shape = new BigLstmShape(vocabulary, time, width, hidden, samples);
    Map<String, Object> arrays = program.arrays();

    assertThat(shape.heldAlways() + texts * shape.heldPerText()).isEqualTo(sum(arrays, _ -> true));
    assertThat(shape.weights()).isEqualTo(sum(arrays, name -> name.endsWith(".accumulator")));
    // States and outputs of the step before are there for the next one.
    long carried = (long) BigLstmShape.LAYERS * (hidden + width);
    assertThat(texts * (shape.keptPerText() + carried))
        .isEqualTo(
            sum(
                arrays,
                name ->
                    name.equals("embedded")
                        || name.equals("softmax.scores")
                        || name.matches("lstm\\d\\.(input|gates|cell|state|output)")));
    assertThat(shape.gradientsPerText().map(each -> texts * each).toArray())
        .containsExactlyInAnyOrder(
            length(arrays, "lstm0.gates.diff"),
            length(arrays, "lstm1.gates.diff"),
            length(arrays, "softmax.scores.diff"));
  }

  /** Jozefowicz et al., 2016, Table 1: BIG LSTM has 1.8 billion weights. */
  @Test
  void thePublishedOneHasThePublishedWeights() {
    assertThat(TrainingPrograms.publishedBigLstm().weights() / 1e9).isCloseTo(1.8, within(0.05));
  }

  private static long sum(Map<String, Object> arrays, Predicate<String> names) {
    return arrays.keySet().stream().filter(names).mapToLong(name -> length(arrays, name)).sum();
  }

  private static long length(Map<String, Object> arrays, String name) {
    return arrays.get(name) instanceof int[] words
        ? words.length
        : ((float[]) requireNonNull(arrays.get(name))).length;
  }
}
