package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.core.MultiprocessorCounters;
import java.util.ArrayList;
import java.util.List;

/** Runs small kernels on multiprocessors before a memory that always takes as long. */
abstract class MultiprocessorCycles {
  static final int ADD = 4;

  static final int L1 = 35;

  static final int MEMORY = 300;

  final List<FixedLatencyMemory.Entry> requests = new ArrayList<>();

  final GpuVariant variant = new GpuVariant();

  int room = 64;

  MultiprocessorCounters counts = new Gpu(variant.config(), this::memory).counts();

  FixedLatencyMemory memory(dev.magpie.gpu.memory.MemorySystem.Listener listener) {
    return new FixedLatencyMemory(listener, MEMORY, room, requests);
  }

  LaunchTiming run(ScriptedKernel kernel) {
    Gpu gpu = new Gpu(variant.config(), this::memory);
    LaunchTiming timing = gpu.run(kernel);
    counts = gpu.counts();
    long stalled = counts.stalls().values().stream().mapToLong(Long::longValue).sum();
    assertThat(stalled + counts.warpInstructions()).isEqualTo(counts.schedulerCycles);
    assertThat(counts.schedulerCycles)
        .isEqualTo(
            timing.cycles()
                * variant.config().multiprocessors()
                * variant.config().core().schedulers());
    return timing;
  }
}
