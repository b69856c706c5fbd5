package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Training runs learn, and keep in memory what frameworks keep. */
class TrainingTest {
  static Stream<SeriesProgram> programs() {
    return SeriesPrograms.all().stream().filter(SeriesProgram::training);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theLossFalls_inTheSameAllocations(SeriesProgram program) {
    SeriesProgram.Running running = program.start(InputParameter.Size.QUICK, Map.of());
    List<Double> losses = new ArrayList<>();
    List<Map<String, Long>> allocations = new ArrayList<>();
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      losses.add(running.residual());
      allocations.add(bytes(running.memory()));
    }
    assertThat(losses.getLast()).as(losses.toString()).isLessThan(losses.getFirst() / 2);
    double early = losses.subList(0, 5).stream().mapToDouble(loss -> loss).sum();
    double late = losses.subList(5, 10).stream().mapToDouble(loss -> loss).sum();
    assertThat(late).isLessThan(early);
    assertThat(allocations).as("buffers are reused").containsOnly(allocations.getFirst());
    Map<String, Long> first = allocations.getFirst();
    assertThat(first.keySet()).anyMatch(name -> name.startsWith("activations."));
    assertThat(first.keySet()).anyMatch(name -> name.startsWith("gradient"));
    List<String> weights = first.keySet().stream().filter(name -> isWeight(first, name)).toList();
    assertThat(weights).hasSizeGreaterThan(3);
    boolean adam = !program.name().equals("convnet");
    for (String name : weights) {
      assertThat(first).containsEntry(name + ".moment1", first.get(name));
      assertThat(first.containsKey(name + ".moment2")).isEqualTo(adam);
    }
  }

  private static boolean isWeight(Map<String, Long> allocations, String name) {
    return allocations.containsKey(name + ".grad");
  }

  private static Map<String, Long> bytes(Map<String, Tensor> memory) {
    return memory.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().memory().byteSize()));
  }
}
