package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.OperationClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cycles of small kernels, worked out by hand; gtx580 unless a test changes it. */
class MultiprocessorTest extends MultiprocessorCycles {
  @Test
  void resultsAreThereAfterTheLatency() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .then(OperationClass.INTEGER_ADD, reads(), 1)
            .then(OperationClass.FLOAT_MULTIPLY_ADD, reads(1), 2)
            .then(OperationClass.SPECIAL, reads(3), 4)
            .then(OperationClass.INTEGER_ADD, reads(2), 5)
            // Written, and not read: waits as well.
            .then(OperationClass.INTEGER_ADD, reads(), 4);
    run(kernel);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L, 5L, 9L, 5L + 20);
    assertThat(counts.stalls().get(WarpState.ARITHMETIC)).isEqualTo(3 + 3 + 15);
  }

  @Test
  void aBranchHoldsTheWarpBack() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .then(OperationClass.CONTROL)
            .then(OperationClass.INTEGER_ADD, reads(), 1);
    assertThat(run(kernel).cycles()).isEqualTo(ADD + 1);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L);
    assertThat(counts.stalls().get(WarpState.CONTROL)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"INTEGER_ADD,1,2", "INTEGER_MULTIPLY,2,2", "SPECIAL,4,1", "INTEGER_DIVIDE,8,1"})
  void unitsTakeAnOperationEachInterval(OperationClass kind, int interval, int units) {
    int each = 30;
    int warps = 8;
    ScriptedKernel kernel = new ScriptedKernel(1, 32 * warps);
    for (int i = 0; i < each; i++) {
      kernel.then(kind, reads(), i % 16);
    }
    if (kind == OperationClass.INTEGER_DIVIDE) {
      // With eight warps, no unit waits for a register.
      kernel.then(OperationClass.INTEGER_ADD);
    }
    variant.interval(kind, interval).latency(kind, 4);
    run(kernel);
    long last =
        kernel.issues.stream()
            .filter(issue -> issue.instruction() == each - 1)
            .mapToLong(ScriptedKernel.Issue::cycle)
            .max()
            .orElseThrow();
    assertThat(last).isEqualTo((long) (each * warps - 1) / units * interval);
  }

  private List<Integer> order(SchedulerPolicy policy, ScriptedKernel kernel) {
    variant.schedulers(1).policy(policy);
    run(kernel);
    return kernel.issues.stream().map(ScriptedKernel.Issue::warp).toList();
  }

  @Test
  void greedySchedulersStayWithAWarp() {
    ScriptedKernel kernel = new ScriptedKernel(1, 96);
    for (int i = 0; i < 4; i++) {
      kernel.then(OperationClass.INTEGER_ADD, reads(), i);
    }
    assertThat(order(SchedulerPolicy.GREEDY_THEN_OLDEST, kernel))
        .containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  void roundRobinSchedulersGoOnToTheNext() {
    ScriptedKernel kernel = new ScriptedKernel(1, 96);
    for (int i = 0; i < 4; i++) {
      kernel.then(OperationClass.INTEGER_ADD, reads(), i);
    }
    assertThat(order(SchedulerPolicy.ROUND_ROBIN, kernel))
        .containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2);
  }

  @Test
  void greedySchedulersGoBackToTheOldestOnlyWhenTheWarpStalls() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 96)
            .then(OperationClass.INTEGER_ADD, reads(), 1)
            .then(OperationClass.INTEGER_ADD, reads(1), 2)
            .then(OperationClass.INTEGER_ADD, reads(), 3)
            .then(OperationClass.INTEGER_ADD, reads(), 4);
    // Warps 0, 1, 2 stall after one each; in cycle 4 warp 0 goes on, and is not left in cycle 5.
    assertThat(order(SchedulerPolicy.GREEDY_THEN_OLDEST, kernel))
        .containsExactly(0, 1, 2, 0, 0, 0, 1, 1, 1, 2, 2, 2);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L, 5L, 6L);
  }

  @Test
  void eachSchedulerHasItsOwnWarps() {
    ScriptedKernel kernel = new ScriptedKernel(1, 128);
    kernel.then(OperationClass.INTEGER_ADD, reads(), 1).then(OperationClass.FLOAT_ADD, reads(), 2);
    run(kernel);
    Map<Long, List<Integer>> byCycle = new HashMap<>();
    kernel.issues.forEach(
        issue -> byCycle.computeIfAbsent(issue.cycle(), _ -> new ArrayList<>()).add(issue.warp()));
    assertThat(byCycle.get(0L)).containsExactlyInAnyOrder(0, 1);
    assertThat(byCycle.get(1L)).containsExactlyInAnyOrder(0, 1);
    assertThat(byCycle.get(2L)).containsExactlyInAnyOrder(2, 3);
    assertThat(byCycle.get(3L)).containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void theLastToComeLetsTheOthersGo() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 128)
            .then(OperationClass.BARRIER)
            .then(OperationClass.INTEGER_ADD, reads(), 1);
    run(kernel);
    // Two schedulers: two warps a cycle.
    assertThat(kernel.cycles(2)).containsExactly(1L, 1L + ADD);
    assertThat(kernel.cycles(0)).containsExactly(0L, 1L + ADD + 1);
    assertThat(counts.stalls().get(WarpState.CONTROL)).isEqualTo(2 * 3);
  }

  @Test
  void aFenceWaitsForTheWarpsWrites() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .store(0)
            .then(OperationClass.FENCE)
            .then(OperationClass.INTEGER_ADD, reads(), 1);
    run(kernel);
    assertThat(kernel.cycles(0)).containsExactly(0L, 1L, (long) MEMORY);
    assertThat(counts.stalls().get(WarpState.FENCE)).isEqualTo(MEMORY - 2);
  }

  @Test
  void aFenceWithoutWritesTakesItsLatency() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .then(OperationClass.FENCE)
            .then(OperationClass.INTEGER_ADD, reads(), 1);
    run(kernel);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L);
  }
}
