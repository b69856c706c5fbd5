package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.core.CoreCounts;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Cycles of small kernels, worked out by hand; gtx580 unless a test changes it. */
class MultiprocessorTest {
  private static final int ADD = 4;
  private static final int L1 = 35;
  private static final int MEMORY = 300;

  private final List<FixedLatencyMemory.Entry> requests = new ArrayList<>();
  private final GpuVariant variant = new GpuVariant();
  private int room = 64;
  private CoreCounts counts = new Gpu(variant.config(), this::memory).counts();

  private FixedLatencyMemory memory(dev.magpie.gpu.memory.MemorySystem.Listener listener) {
    return new FixedLatencyMemory(listener, MEMORY, room, requests);
  }

  private LaunchTiming run(ScriptedKernel kernel) {
    Gpu gpu = new Gpu(variant.config(), this::memory);
    LaunchTiming timing = gpu.run(kernel);
    counts = gpu.counts();
    long stalled = counts.stalls().values().stream().mapToLong(Long::longValue).sum();
    assertThat(stalled + counts.warpInstructions()).isEqualTo(counts.schedulerCycles());
    assertThat(counts.schedulerCycles())
        .isEqualTo(
            timing.cycles()
                * variant.config().multiprocessors()
                * variant.config().core().schedulers());
    return timing;
  }

  // Registers and units.

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

  // Schedulers.

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

  // Blocks.

  private void assertResident(ScriptedKernel kernel, int most, String limit) {
    kernel.then(OperationClass.INTEGER_ADD, reads(), 1).then(OperationClass.INTEGER_ADD, reads(1));
    int[] resident = new int[variant.config().multiprocessors()];
    int[] highest = new int[1];
    variant.latency(OperationClass.INTEGER_ADD, 100);
    Gpu gpu = new Gpu(variant.config(), this::memory);
    gpu.observe(
        new GpuObserver() {
          @Override
          public void blockBegan(int multiprocessor, long block, long cycle) {
            highest[0] = Math.max(highest[0], ++resident[multiprocessor]);
          }

          @Override
          public void blockEnded(int multiprocessor, long block, long cycle) {
            resident[multiprocessor]--;
          }
        });
    LaunchTiming timing = gpu.run(kernel);
    assertThat(highest[0]).isEqualTo(most);
    assertThat(timing.occupancy()).isEqualTo(most);
    assertThat(timing.limit()).isEqualTo(limit);
    assertThat(resident).containsOnly(0);
    assertThat(gpu.counts().blocks()).isEqualTo(kernel.shape().blocks());
  }

  @Test
  void blocksAreLimitedByTheirNumber() {
    assertResident(new ScriptedKernel(500, 32), 8, "blocks");
  }

  @Test
  void blocksAreLimitedByWarps() {
    assertResident(new ScriptedKernel(500, 256), 6, "warps");
  }

  @Test
  void blocksAreLimitedByThreads() {
    variant.threads(1024);
    assertResident(new ScriptedKernel(500, 250), 4, "threads");
  }

  @Test
  void blocksAreLimitedByRegisters() {
    // 128 threads of 60 registers take 7,680 of 32,768.
    assertResident(new ScriptedKernel(500, 128).taking(60, 0), 4, "registers");
  }

  @Test
  void aBlockOfTooManyRegistersIsAlone() {
    assertResident(new ScriptedKernel(50, 512).taking(65, 0), 1, "registers");
  }

  @Test
  void blocksAreLimitedBySharedMemory() {
    assertResident(new ScriptedKernel(500, 128).taking(1, 16 << 10), 3, "shared memory");
  }

  @Test
  void blocksThatDoNotFitAreRefused() {
    assertRefused(new ScriptedKernel(1, 1025), "threads of a block");
    assertRefused(new ScriptedKernel(1, 32).taking(1, 64 << 10), "shared memory");
  }

  private void assertRefused(ScriptedKernel kernel, String limit) {
    assertThatThrownBy(() -> run(kernel.then(OperationClass.INTEGER_ADD)))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("does not fit on a multiprocessor of gtx580: " + limit);
  }

  @Test
  void blocksGoRoundTheMultiprocessors() {
    ScriptedKernel kernel = new ScriptedKernel(40, 32).then(OperationClass.INTEGER_ADD);
    List<Integer> places = new ArrayList<>();
    Gpu gpu = new Gpu(variant.config(), this::memory);
    gpu.observe(
        new GpuObserver() {
          @Override
          public void blockBegan(int multiprocessor, long block, long cycle) {
            assertThat(cycle).isEqualTo(block / 16);
            places.add(multiprocessor);
          }
        });
    gpu.run(kernel);
    for (int i = 0; i < 40; i++) {
      assertThat(places.get(i)).isEqualTo(i % 16);
    }
  }

  // Memory.

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
    assertThat(counts.memory().misses()).isEqualTo(1);
    assertThat(counts.memory().hits()).isEqualTo(1);
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
    assertThat(counts.memory().sharedConflictCycles()).isEqualTo(2);
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
    assertThat(counts.memory().merged()).isEqualTo(1);
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
    assertThat(counts.memory().missRegisterStalls()).isEqualTo(1);
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
    assertThat(counts.memory().mergeStalls()).isEqualTo(1);
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
    assertThat(counts.memory().merged()).isEqualTo(1);
    assertThat(counts.memory().hits()).isEqualTo(1);
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

  // Barriers, fences and ends.

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

  @Test
  void aLaunchEndsWithItsLastWrite() {
    assertThat(run(new ScriptedKernel(1, 32).store(0)).cycles()).isEqualTo(MEMORY + 1);
  }

  @Test
  void launchesFollowEachOther() {
    Gpu gpu = new Gpu(variant.config(), this::memory);
    ScriptedKernel kernel = new ScriptedKernel(3, 64).load(1, 0).store(128);
    long cycles = gpu.run(kernel).cycles();
    LaunchTiming second = gpu.run(kernel);
    assertThat(second.begin()).isEqualTo(cycles);
    // The L1 was emptied.
    assertThat(second.cycles()).isEqualTo(cycles);
    assertThat(second.number()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(SchedulerPolicy.class)
  void idleTimeCostsNothing(SchedulerPolicy policy) {
    variant.policy(policy);
    Gpu gpu =
        new Gpu(
            variant.config(),
            listener -> new FixedLatencyMemory(listener, 2_000_000_000, room, requests));
    ScriptedKernel kernel = new ScriptedKernel(1, 32);
    for (int i = 0; i < 1000; i++) {
      kernel.load(1, 128L * i).then(OperationClass.INTEGER_ADD, reads(1), 2);
    }
    assertThat(gpu.run(kernel).cycles()).isGreaterThan(2_000_000_000_000L);
  }

  @Test
  void aSimulationThatCannotGoOnSaysWhoWaits() {
    Gpu gpu = new Gpu(variant.config(), _ -> new SilentMemory());
    ScriptedKernel kernel =
        new ScriptedKernel(1, 64).load(1, 0).then(OperationClass.INTEGER_ADD, reads(1), 2);
    assertThatThrownBy(() -> gpu.run(kernel))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("kernel scripted cannot go on at cycle 1; 1 of 1 blocks")
        .hasMessageContaining("multiprocessor 0, block 0, warp 1: waits for memory, before line 2");
  }

  @Test
  void aLimitEndsALaunch() {
    Gpu gpu = new Gpu(variant.config(), this::memory);
    gpu.limitInstructions(1000);
    ScriptedKernel kernel = new ScriptedKernel(100_000, 32).then(OperationClass.INTEGER_ADD);
    assertThatThrownBy(() -> gpu.run(kernel))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("has issued more than 1000 warp-instructions")
        .hasMessageContaining("none of them runs at present");
  }
}
