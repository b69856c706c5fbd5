package dev.magpie.workload.hpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.SeriesPrograms;
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

/** Each HPC program computes what it should, and the same each time. */
class HpcProgramsTest {
  /** What makes them take a second or so. */
  private static final Map<String, Map<String, String>> SMALL =
      Map.of(
          "sp",
          Map.of("class", "S", "steps", "100"),
          "csp",
          Map.of("class", "S", "steps", "100"),
          "bt",
          Map.of("class", "S", "steps", "60"),
          "cg",
          Map.of("class", "S"),
          "sedov",
          Map.of("size", "10", "steps", "231"),
          "seismic",
          Map.of("x", "44", "y", "44", "z", "44", "steps", "600"));

  static Stream<String> names() {
    return HpcPrograms.all().stream().map(SeriesProgram::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void programsComputeWhatTheyShould(String name) {
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    Map<String, String> settings = SMALL.getOrDefault(name, Map.of());
    List<Double> residuals = new ArrayList<>();
    List<Integer> digests = new ArrayList<>();
    SeriesProgram.Running running = program.start(InputParameter.Size.QUICK, settings);
    SeriesProgram.Running again = program.start(InputParameter.Size.QUICK, settings);
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
    switch (name) {
      case "ep" -> assertThat(last).isLessThan(5e-3);
      case "porous" -> assertThat(last).isLessThan(1e-12);
      case "sedov" -> assertThat(last).isLessThan(1e-8);
      case "les" -> assertThat(last).isLessThan(1);
      case "seismic" ->
          // All that is left when the waves are gone is what the layers send back.
          assertThat(last)
              .isBetween(
                  Double.MIN_NORMAL,
                  residuals.stream().mapToDouble(r -> r).max().orElseThrow() / 100);
      default -> assertThat(last).as(residuals.toString()).isLessThan(first / 2);
    }
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
