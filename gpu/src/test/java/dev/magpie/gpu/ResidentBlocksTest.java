package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.stream.OperationClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many blocks run at once, and where; gtx580 unless a test changes it. */
class ResidentBlocksTest extends MultiprocessorCycles {
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
    assertThat(gpu.counts().blocks).isEqualTo(kernel.shape().blocks());
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
}
