package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedWorkTest {
  private static final long INSTRUCTIONS = 500;
  private static final RepeatedWork.Missed NOTHING = new RepeatedWork.Missed(0, 0);

  /** Launches that matter less than others. */
  private static final RepeatedWork.Usual NO_OTHERS = new RepeatedWork.Usual(0, 0);

  private final RepeatedWork work = new RepeatedWork(1, counts(0));
  private final RepeatedWork other = new RepeatedWork(1, counts(0));

  private static GpuCounts counts(long instructions) {
    MultiprocessorCounters core = new MultiprocessorCounters();
    core.foldedInstructions = instructions;
    return new GpuCounts(core, new MemoryCounters(), List.of(new ChannelCounters()));
  }

  private RepeatedWork.Missed time(long cycles, long instructions, boolean tells) {
    LaunchTiming timing = new LaunchTiming(0, "k", 0, cycles, 0, 1, 1, "blocks");
    return work.timed(SampledRun.whole(timing), counts(instructions), tells, NO_OTHERS);
  }

  private RepeatedWork.Missed time(long cycles) {
    return time(cycles, INSTRUCTIONS, true);
  }

  @Test
  void sixThatTakeTheSameStandForOthers() {
    for (int i = 0; i < 5; i++) {
      time(1000);
      assertThat(work.canSkip(0)).isFalse();
    }
    time(1000);
    assertThat(work.canSkip(0)).isTrue();

    RepeatedWork.Estimate estimate = work.skip(INSTRUCTIONS);

    assertThat(estimate.cycles()).isEqualTo(1000);
    assertThat(estimate.cyclesOff()).isEqualTo(10, within(1e-6));
    assertThat(estimate.counts().core().foldedInstructions).isEqualTo(INSTRUCTIONS);
  }

  /** The first of a program finds caches empty; what is later tells. */
  @Test
  void whatWasEarlierIsForgotten() {
    long[] cycles = {5000, 1200, 1000, 1000, 1000, 1000};
    for (long each : cycles) {
      time(each);
    }

    assertThat(work.canSkip(0)).isTrue();
    assertThat(work.skip(INSTRUCTIONS).cycles()).isEqualTo(1000);
  }

  @Test
  void whatIsNeverTheSameIsNotSkipped() {
    for (int i = 1; i < 100; i++) {
      time(1000L * i);
      assertThat(work.canSkip(0)).isFalse();
    }
  }

  @Test
  void whatTellsNothingIsOnlyCounted() {
    for (int i = 0; i < 20; i++) {
      time(1000, INSTRUCTIONS, false);
    }

    assertThat(work.canSkip(0)).isFalse();
    assertThat(work.result("k", 3).timed()).isEqualTo(20);
  }

  /** As many as differ are one group, and their mean stands for each. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void launchesMayTakeTurns(int period) {
    int timed = 0;
    while (!work.canSkip(0)) {
      time(1000 + 500L * (timed++ % period));
    }

    assertThat(timed).isEqualTo(6 * period);
    assertThat(work.skip(INSTRUCTIONS).cycles()).isEqualTo(1000 + 250L * (period - 1));
  }

  @Test
  void moreInstructionsTakeMoreCyclesAndAreLessSure() {
    for (int i = 0; i < 6; i++) {
      time(1000);
    }

    RepeatedWork.Estimate estimate = work.skip(2 * INSTRUCTIONS);

    assertThat(estimate.cycles()).isEqualTo(2000);
    assertThat(estimate.cyclesOff()).isEqualTo(20 + 1000, within(1e-6));
    assertThat(work.canSkip(0)).as("what came was other work").isFalse();
  }

  @Test
  void fewerAndFewerAreTimedAgain() {
    for (int i = 0; i < 6; i++) {
      time(1000);
    }
    for (int gap = 8; gap <= 64; gap *= 2) {
      for (int i = 0; i < gap; i++) {
        assertThat(work.canSkip(0)).isTrue();
        assertThat(work.canSkip(gap - i)).isFalse();
        work.skip(INSTRUCTIONS);
      }
      assertThat(work.canSkip(0)).isFalse();
      assertThat(time(1010)).as("1 % is none").isEqualTo(NOTHING);
    }
  }

  @Test
  void aCheckThatIsOffCountsForThoseSinceTheLastAndBeginsAnew() {
    for (int i = 0; i < 6; i++) {
      time(1000);
    }
    for (int i = 0; i < 8; i++) {
      work.skip(INSTRUCTIONS);
    }

    assertThat(time(1100).cycles()).isEqualTo(8 * 100, within(1e-6));
    assertThat(work.canSkip(0)).isFalse();
    for (int i = 0; i < 6; i++) {
      assertThat(work.canSkip(0)).isFalse();
      time(1100);
    }
    assertThat(work.canSkip(0)).isTrue();
    assertThat(work.skip(INSTRUCTIONS).cycles()).isEqualTo(1100);
    assertThat(work.result("k", 3))
        .isEqualTo(new SimulationResult.RepeatedKernel("k", 3, 13, 9, 100.0 / 1100, 0));
  }

  /** A group is timed to its end, or it would tell of one of those that take turns. */
  @Test
  void aGroupIsCheckedAsAWhole() {
    for (int i = 0; i < 12; i++) {
      time(1000 + 500L * (i % 2));
    }
    for (int i = 0; i < 8; i++) {
      work.skip(INSTRUCTIONS);
    }

    assertThat(time(1500)).isEqualTo(NOTHING);
    assertThat(work.canSkip(0)).isFalse();
    assertThat(time(1000)).isEqualTo(NOTHING);
    assertThat(work.canSkip(0)).isTrue();
  }

  /** Their mean would stand for none of them. */
  @Test
  void launchesOfDifferentLengthDoNotTakeTurns() {
    for (int i = 0; i < 30; i++) {
      time(1000 + 500L * (i % 2), INSTRUCTIONS * (1 + i % 2), true);
      assertThat(work.canSkip(0)).isFalse();
    }
  }

  /** As much time for more and more work says nothing of what less work takes. */
  @Test
  void launchesOfMoreAndMoreWorkAreTimed() {
    for (int i = 0; i < 30; i++) {
      time(1000, INSTRUCTIONS + 20L * i, true);
      assertThat(work.canSkip(0)).isFalse();
    }
    for (int i = 0; i < 5; i++) {
      time(1000, 2 * INSTRUCTIONS, true);
      assertThat(work.canSkip(0)).isFalse();
    }
    time(1000, 2 * INSTRUCTIONS, true);
    assertThat(work.canSkip(0)).isTrue();
  }

  /** Of a launch that is a fifth of others, five times as much matters as little. */
  @Test
  void shortLaunchesMayDifferMore() {
    RepeatedWork.Usual usual = new RepeatedWork.Usual(5000, 0);
    assertThat(usual.tolerance(1000)).isEqualTo(100, within(1e-9));
    assertThat(usual.tolerance(10_000)).isEqualTo(200, within(1e-9));
    assertThat(usual.tolerance(100)).as("ten times itself at most").isEqualTo(20, within(1e-9));
    assertThat(new RepeatedWork.Usual(0, 500).tolerance(10, 20)).isEqualTo(4, within(1e-9));
    assertThat(new RepeatedWork.Usual(0, 500).tolerance(100, 20)).isEqualTo(10, within(1e-9));
    long[] cycles = {1000, 1030, 970, 1020, 980, 1010, 1000};
    for (long each : cycles) {
      LaunchTiming timing = new LaunchTiming(0, "k", 0, each, 0, 1, 1, "blocks");
      time(each);
      other.timed(SampledRun.whole(timing), counts(INSTRUCTIONS), true, usual);
    }
    assertThat(work.canSkip(0)).isFalse();
    assertThat(other.canSkip(0)).isTrue();
    assertThat(other.skip(INSTRUCTIONS).cyclesOff()).as("what is said").isBetween(30.0, 100.0);
  }

  @Test
  void aCheckOfBytesThatIsOffCountsToo() {
    for (int i = 0; i < 6; i++) {
      move(500);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(work.skip(INSTRUCTIONS).counts().accesses()).isEqualTo(500);
    }

    assertThat(move(600)).isEqualTo(new RepeatedWork.Missed(0, 800));
    assertThat(work.canSkip(0)).isFalse();
  }

  /** A launch of 1,000 cycles with so many accesses of the DRAM. */
  private RepeatedWork.Missed move(long accesses) {
    GpuCounts counts = counts(INSTRUCTIONS);
    counts.channels().getFirst().rowHits = accesses;
    LaunchTiming timing = new LaunchTiming(0, "k", 0, 1000, 0, 1, 1, "blocks");
    return work.timed(SampledRun.whole(timing), counts, true, NO_OTHERS);
  }
}
