package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Training runs learn, do not die, and keep in memory what Caffe keeps. */
class TrainingTest {
  private static final InputParameter.Size QUICK = InputParameter.Size.QUICK;

  @ParameterizedTest
  @CsvSource({
    "alexnet, 99, 16",
    "squeezenet, 64, 8",
    "vgg16, 64, 8",
    "resnet50, 64, 8",
    "inception, 64, 8"
  })
  void theLossFalls_andGradientsLive(String name, String pixels, String images) {
    Map<String, String> small = Map.of("pixels", pixels, "images", images);
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    SeriesProgram.Running running = program.start(QUICK, small);
    SeriesProgram.Running again = program.start(QUICK, small);
    List<Double> losses = new ArrayList<>();
    List<Double> alive = new ArrayList<>();
    List<Integer> digests = new ArrayList<>();
    List<Map<String, Long>> allocations = new ArrayList<>();
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      losses.add(running.residual());
      alive.add(gradientsThatAreNotZero(running.arrays()));
      assertThat(running.dead()).isEmpty();
      allocations.add(bytes(running.memory()));
      digests.add(digest(running.memory()));
      if (s == 0) {
        again.advance();
        assertThat(digest(again.memory())).isEqualTo(digests.getFirst());
      }
    }
    assertThat(digests).as("each snapshot differs").doesNotHaveDuplicates();
    assertThat(losses).allMatch(Double::isFinite);
    assertThat(losses.getLast()).as(losses.toString()).isLessThan(0.6 * losses.getFirst());
    assertThat(alive).as("a dead network compresses well").allMatch(share -> share > 0.15);
    assertThat(allocations).as("buffers are allocated once").containsOnly(allocations.getFirst());
  }

  /**
   * Half of the words of quick runs, and a quarter of their memory: the tables of rows are what is
   * large.
   */
  @Test
  void theLanguageModelLearns_andItsAccumulatorsBeginAtOne() {
    SeriesProgram program = SeriesPrograms.find("biglstm").orElseThrow();
    Map<String, String> small = Map.of("scale", "32", "steps", "60");
    SeriesProgram.Running running = program.start(QUICK, small);
    SeriesProgram.Running again = program.start(QUICK, small);
    assertThat((float[]) running.arrays().get("embedding.accumulator")).containsOnly(1);
    List<Double> losses = new ArrayList<>();
    List<Integer> digests = new ArrayList<>();
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      losses.add(running.residual());
      digests.add(digest(running.memory()));
    }
    again.advance();
    assertThat(digest(again.memory())).isEqualTo(digests.getFirst());
    assertThat(digests).doesNotHaveDuplicates();
    assertThat(losses.getLast()).as(losses.toString()).isLessThan(0.85 * losses.getFirst());
  }

  /** What keeps such a run from passing: rectifiers that let nothing through. */
  @Test
  void aDeadNetworkHasNoGradients() {
    SeriesProgram program = SeriesPrograms.find("squeezenet").orElseThrow();
    SeriesProgram.Running running =
        program.start(QUICK, Map.of("pixels", "64", "images", "8", "sparsity", "99"));
    for (int s = 0; s < 3; s++) {
      running.advance();
    }
    assertThat(gradientsThatAreNotZero(running.arrays())).isLessThan(0.15);
    assertThat(running.dead()).contains("conv1.weight");
  }

  /** Share of the gradients of blobs: those of weights are zero until the backward pass. */
  private static double gradientsThatAreNotZero(Map<String, Object> arrays) {
    long all = 0;
    long alive = 0;
    for (Map.Entry<String, Object> each : arrays.entrySet()) {
      String name = each.getKey();
      if (name.endsWith(".diff")
          && !arrays.containsKey(name.replace(".diff", ".history"))
          && each.getValue() instanceof float[] values) {
        all += values.length;
        for (float value : values) {
          alive += value == 0 ? 0 : 1;
        }
      }
    }
    return (double) alive / all;
  }

  @Test
  void aNetworkThatHasNotLearnedIsRefused() {
    SeriesProgram network = SeriesPrograms.find("vgg16").orElseThrow();
    assertThatThrownBy(() -> network.checkLearned(2.079, 2.079, List.of()))
        .isInstanceOf(WrongResultException.class)
        .hasMessageStartingWith(
            "vgg16 has not learned, and what it holds is not what training holds: ");
    assertThatThrownBy(() -> network.checkLearned(2.079, Double.NaN, List.of()))
        .isInstanceOf(WrongResultException.class);
    assertThatCode(() -> network.checkLearned(2.079, 1.5, List.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> network.checkLearned(2.079, 1.5, List.of("conv1_1.0")))
        .hasMessageContaining("no gradient for conv1_1.0");
    SeriesProgram other = SeriesPrograms.find("ep").orElseThrow();
    assertThatCode(() -> other.checkLearned(1, 2, List.of())).doesNotThrowAnyException();
  }

  @Test
  void anIdlePoolIsAsLargeAsAskedFor() {
    SeriesProgram program = SeriesPrograms.find("squeezenet").orElseThrow();
    Map<String, Object> arrays = program.start(QUICK, Map.of("idle", "25")).arrays();
    assertThat(arrays.get("idle")).isInstanceOf(float[].class);
    Map<String, Long> bytes = bytes(program.start(QUICK, Map.of("idle", "25")).memory());
    long all = bytes.values().stream().mapToLong(each -> each).sum();
    assertThat(bytes.getOrDefault("idle", 0L) / (double) all).isBetween(0.2499, 0.2501);
    assertThat(program.start(QUICK, Map.of()).arrays()).doesNotContainKey("idle");
  }

  private static Map<String, Long> bytes(Map<String, Tensor> memory) {
    return memory.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().memory().byteSize()));
  }

  private static int digest(Map<String, Tensor> memory) {
    int digest = 0;
    for (Map.Entry<String, Tensor> each : memory.entrySet()) {
      byte[] bytes = each.getValue().memory().toArray(ValueLayout.JAVA_BYTE);
      digest = 31 * (31 * digest + each.getKey().hashCode()) + Arrays.hashCode(bytes);
    }
    return digest;
  }
}
