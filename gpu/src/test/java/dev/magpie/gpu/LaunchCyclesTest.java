package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.stream.OperationClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When launches end, and what is said of those that do not. */
class LaunchCyclesTest extends MultiprocessorCycles {
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
