package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;
import java.util.function.LongConsumer;

/**
 * Tells how many warp-instructions have been issued. What it tells may throw, which ends the
 * simulation.
 */
public final class IssueProgress implements GpuObserver {
  private static final long INTERVAL = 20_000;

  private final TimedGpu gpu;
  private final LongConsumer more;
  private long told;
  private long next;

  /**
   * Progress of a GPU, which it has yet to be told to {@linkplain TimedGpu#observe observe}.
   *
   * @param more takes warp-instructions that were issued since it was told last
   */
  public IssueProgress(TimedGpu gpu, LongConsumer more) {
    this.gpu = gpu;
    this.more = more;
  }

  @Override
  public long sampleInterval() {
    return INTERVAL;
  }

  @Override
  public void sample(long cycle) {
    if (cycle >= next) {
      tell();
      next = cycle + INTERVAL;
    }
  }

  /** What is timed is counted anew. */
  @Override
  public void launchBegan(int launch, KernelStream kernel, long cycle) {
    told = gpu.counts().warpInstructions();
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    tell();
  }

  private void tell() {
    long issued = gpu.counts().warpInstructions();
    more.accept(issued - told);
    told = issued;
  }
}
