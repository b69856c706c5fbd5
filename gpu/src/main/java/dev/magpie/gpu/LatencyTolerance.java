package dev.magpie.gpu;

import java.util.function.DoubleConsumer;

/**
 * Tells every 1,000 cycles how many warps a scheduler had ready in the mean: for so many cycles it
 * has other work while one waits. LATTE-CC chooses its codec by that.
 */
final class LatencyTolerance implements GpuObserver {
  private static final int INTERVAL = 1000;

  private final Gpu gpu;
  private final DoubleConsumer told;
  private long before;

  /** Observes a GPU, and tells somebody. */
  LatencyTolerance(Gpu gpu, DoubleConsumer told) {
    this.gpu = gpu;
    this.told = told;
  }

  @Override
  public long sampleInterval() {
    return INTERVAL;
  }

  @Override
  public void sample(long cycle) {
    long now = gpu.readyWarpCycles();
    int schedulers = gpu.config().multiprocessors() * gpu.config().core().schedulers();
    told.accept((double) (now - before) / INTERVAL / schedulers);
    before = now;
  }
}
