package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;

/** Is told what a GPU does, in the order of the cycles; a timeline can be made of it. */
public interface GpuObserver {
  /** A launch begins. */
  default void launchBegan(int launch, KernelStream kernel, long cycle) {}

  /** A launch has ended. */
  default void launchEnded(LaunchTiming timing) {}

  /** A block begins on a multiprocessor. */
  default void blockBegan(int multiprocessor, long block, long cycle) {}

  /** A block has ended, its writes too. */
  default void blockEnded(int multiprocessor, long block, long cycle) {}

  /** Cycles between two samples, asked once; {@link Long#MAX_VALUE} for none. */
  default long sampleInterval() {
    return Long.MAX_VALUE;
  }

  /** A time to look at counters; only while a kernel runs. */
  default void sample(long cycle) {}
}
