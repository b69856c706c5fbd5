package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cycles of loads and stores, worked out by hand; gtx580 unless a test changes it. */
class LoadStoreCyclesTest extends MultiprocessorCycles {
  @Test
  void anUnloadedLoadTakesTheSumOfItsParts() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .load(1, 0)
            .then(OperationClass.INTEGER_ADD, reads(1), 2)
            .load(3, 0)
            .then(OperationClass.INTEGER_ADD, reads(3), 4);
    run(kernel);
    long first = MEMORY + L1;
    assertThat(kernel.cycles(0)).containsExactly(0L, first, first + 1, first + 1 + L1);
    assertThat(counts.memory.misses).isEqualTo(1);
    assertThat(counts.memory.hits).isEqualTo(1);
    assertThat(counts.stalls().get(WarpState.MEMORY)).isEqualTo(first - 1 + L1 - 1);
  }

  @Test
  void uncachedLoadsAndAtomicsPassTheL1By() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .load(1, 0)
            .then(OperationClass.INTEGER_ADD, reads(1), 2)
            .access(Kind.LOAD_UNCACHED, 1, 0)
            .then(OperationClass.INTEGER_ADD, reads(1), 2)
            .access(Kind.ATOMIC, 1, 0)
            .then(OperationClass.INTEGER_ADD, reads(1), 2)
            // The atomic has invalidated it.
            .load(1, 0)
            .then(OperationClass.INTEGER_ADD, reads(1), 2);
    run(kernel);
    assertThat(requests).hasSize(4);
    assertThat(kernel.cycles(0).getLast()).isEqualTo(4L * (MEMORY + L1) + 3);
  }

  @Test
  void blocksHaveTheLocalMemoryOfTheirPlace() {
    ScriptedKernel kernel =
        new ScriptedKernel(18, 32)
            .local(1 << 20, 1024)
            .memory(
                1,
                (_, access) -> {
                  access.setKind(Kind.LOAD, true);
                  access.addLine(MemoryAccess.lineOfBlock(256), 0xf, 0, 32);
                });
    run(kernel);
    // 16 multiprocessors of 8 blocks: the last two are the second ones of theirs.
    List<Long> expected = new ArrayList<>();
    for (int block = 0; block < 18; block++) {
      expected.add((1 << 20) + (block % 16 * 8 + block / 16) * 1024L + 256);
    }
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::line))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void linesGoOneACycle() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .access(Kind.LOAD, 1, 0, 128, 256, 384)
            .access(Kind.LOAD, 2, 512)
            .then(OperationClass.INTEGER_ADD, reads(1), 3)
            .then(OperationClass.INTEGER_ADD, reads(2), 4);
    run(kernel);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L, 3L + MEMORY + L1, 4L + MEMORY + L1);
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::cycle))
        .containsExactly(0L, 1L, 2L, 3L, 4L);
    // One cycle of it is the load that waits for the unit, three times.
    assertThat(counts.stalls().get(WarpState.MEMORY_UNIT)).isEqualTo(3);
  }

  @Test
  void sharedMemoryTakesItsConflicts() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .memory(1, (_, access) -> access.addShared(3))
            .memory(2, (_, access) -> access.addShared(1))
            .then(OperationClass.INTEGER_ADD, reads(1), 3)
            .then(OperationClass.INTEGER_ADD, reads(2), 3);
    run(kernel);
    // Three cycles in the banks; the next one begins behind them.
    assertThat(kernel.cycles(0)).containsExactly(0L, 3L, 2L + 26, 2L + 26 + ADD);
    assertThat(counts.memory.sharedConflictCycles).isEqualTo(2);
  }

  @Test
  void constantsHaveTheirLatency() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .memory(1, (_, access) -> access.addConstant())
            .then(OperationClass.INTEGER_ADD, reads(1), 3);
    run(kernel);
    assertThat(kernel.cycles(0)).containsExactly(0L, 4L);
  }

  @Test
  void loadsOfALineUnderWayMerge() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 64).load(1, 0).then(OperationClass.INTEGER_ADD, reads(1), 2);
    run(kernel);
    assertThat(requests).hasSize(1);
    assertThat(counts.memory.merged).isEqualTo(1);
    assertThat(kernel.cycles(0)).containsExactly(0L, (long) MEMORY + L1);
    assertThat(kernel.cycles(1)).containsExactly(1L, (long) MEMORY + L1);
  }

  @Test
  void fullMissRegistersHoldLoadsBack() {
    variant.misses(1, 1, 8);
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .load(1, 0)
            .load(2, 128)
            .then(OperationClass.INTEGER_ADD, reads(2), 3);
    run(kernel);
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::cycle)).containsExactly(0L, 300L);
    assertThat(kernel.cycles(0).getLast()).isEqualTo(2L * MEMORY + L1);
    assertThat(counts.memory.missRegisterStalls).isEqualTo(1);
  }

  @Test
  void fullMergeListsHoldLoadsBack() {
    variant.misses(64, 1, 8);
    ScriptedKernel kernel =
        new ScriptedKernel(1, 64).load(1, 0).then(OperationClass.INTEGER_ADD, reads(1), 2);
    run(kernel);
    // The second warp finds the line in the L1 once it is there.
    assertThat(requests).hasSize(1);
    assertThat(kernel.cycles(1)).containsExactly(1L, (long) MEMORY + L1);
    assertThat(counts.memory.mergeStalls).isEqualTo(1);
  }

  @Test
  void onlyMissingSectorsAreFetched() {
    variant.fill(Fill.SECTOR);
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32)
            .memory(1, (_, access) -> sectors(access, 0b0001))
            .memory(2, (_, access) -> sectors(access, 0b0111))
            .memory(3, (_, access) -> sectors(access, 0b0110))
            .then(OperationClass.INTEGER_ADD, reads(1, 2, 3), 4)
            .memory(5, (_, access) -> sectors(access, 0b0111))
            .memory(6, (_, access) -> sectors(access, 0b1001));
    run(kernel);
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::sectors))
        .containsExactly(0b0001, 0b0110, 0b1000);
    assertThat(counts.memory.merged).isEqualTo(1);
    assertThat(counts.memory.hits).isEqualTo(1);
    assertThat(kernel.cycles(0).get(3)).isEqualTo(1L + MEMORY + L1);
  }

  private static void sectors(MemoryAccess access, int sectors) {
    access.setKind(Kind.LOAD, false);
    access.addLine(1 << 20, sectors, 0, 32);
  }

  @Test
  void aMemoryWithoutRoomHoldsAllBack() {
    room = 1;
    variant.misses(64, 8, 1);
    ScriptedKernel kernel = new ScriptedKernel(1, 32).store(0).store(128).store(256).store(384);
    LaunchTiming timing = run(kernel);
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::cycle))
        .containsExactly(0L, 300L, 600L, 900L);
    assertThat(timing.cycles()).isEqualTo(4L * MEMORY + 1);
    assertThat(counts.stalls().get(WarpState.MEMORY_UNIT)).isGreaterThan(0);
    assertThat(counts.stalls().get(WarpState.ENDING)).isGreaterThan(0);
  }
}
