package dev.magpie.gpu;

import dev.magpie.gpu.stream.LaunchWindow.Phase;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is timed of a program: all of it, some blocks of long launches, some of its launches. */
final class Sampling {
  /** Null if all blocks are timed. */
  private final @Nullable BlockSampling blocks;

  /** Null if all launches are timed. */
  private final @Nullable LaunchSampling launches;

  private final LaunchRunner timed;

  /**
   * What a GPU is to do.
   *
   * @param counted what it has counted so far
   */
  Sampling(TimedGpuBuilder from, Gpu gpu, Supplier<GpuCounts> counted) {
    blocks = from.samplesBlocks ? new BlockSampling(gpu, counted) : null;
    timed =
        blocks == null ? (kernel, number, _) -> SampledRun.whole(gpu.run(kernel, number)) : blocks;
    launches = from.samplesLaunches ? new LaunchSampling(gpu, counted, timed) : null;
  }

  /** Runs launches of a phase: one that fills caches cannot be left out. */
  LaunchRunner runner(Phase phase) {
    return launches == null || phase != Phase.TIMED ? timed : launches;
  }

  /**
   * What came of it, or null if everything was timed.
   *
   * @param cycles of all launches
   * @param accesses of the DRAM in them
   */
  SimulationResult.@Nullable Sampling result(long cycles, long accesses) {
    if (blocks == null && launches == null) {
      return null;
    }
    double cyclesError = 0;
    double accessesError = 0;
    if (blocks != null) {
      cyclesError += blocks.cyclesError();
      accessesError += blocks.accessesError();
    }
    if (launches != null) {
      cyclesError += launches.cyclesError();
      accessesError += launches.accessesError();
    }
    if (cyclesError > 0) {
      // What blocks and launches that are left out would have left in caches, those behind them
      // miss.
      cyclesError = Math.max(cyclesError, SteadyRate.LEAST_ERROR * cycles);
      accessesError = Math.max(accessesError, SteadyRate.LEAST_ERROR * accesses);
    }
    return new SimulationResult.Sampling(
        blocks == null ? 0 : blocks.launches(),
        blocks == null ? 0 : blocks.blocks(),
        blocks == null ? 0 : blocks.timedBlocks(),
        cyclesError / Math.max(1, cycles),
        accessesError / Math.max(1, accesses),
        blocks == null ? List.of() : blocks.kernels(),
        launches == null ? null : launches.result());
  }
}
