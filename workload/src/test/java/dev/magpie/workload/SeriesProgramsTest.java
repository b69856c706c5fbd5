package dev.magpie.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each training run computes what it should, and the same each time. */
class SeriesProgramsTest {
  static Stream<String> names() {
    return SeriesPrograms.all().stream().filter(SeriesProgram::training).map(SeriesProgram::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void programsComputeWhatTheyShould(String name) {
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    List<Double> residuals = new ArrayList<>();
    List<Integer> digests = new ArrayList<>();
    SeriesProgram.Running running = program.start(InputParameter.Size.QUICK, Map.of());
    SeriesProgram.Running again = program.start(InputParameter.Size.QUICK, Map.of());
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      residuals.add(running.residual());
      digests.add(digest(running.memory()));
      if (s < 2) {
        again.advance();
        assertThat(digest(again.memory())).isEqualTo(digests.get(s));
      }
    }
    assertThat(digests).as("each snapshot differs").doesNotHaveDuplicates();
    assertThat(residuals).allMatch(Double::isFinite);
    double first = residuals.getFirst();
    double last = residuals.getLast();
    assertThat(last).as(residuals.toString()).isLessThan(first / 2);
    long bytes = running.memory().values().stream().mapToLong(t -> t.memory().byteSize()).sum();
    assertThat(bytes).isBetween(500_000L, 12_000_000L);
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
