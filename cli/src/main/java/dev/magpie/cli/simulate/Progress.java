package dev.magpie.cli.simulate;

import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.stream.KernelStream;
import java.util.function.LongConsumer;

/** Tells how many warp-instructions have been issued. */
final class Progress implements GpuObserver {
  private static final long INTERVAL = 20_000;

  private final TimedGpu gpu;
  private final LongConsumer more;
  private long told;
  private long next;

  Progress(TimedGpu gpu, LongConsumer more) {
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
