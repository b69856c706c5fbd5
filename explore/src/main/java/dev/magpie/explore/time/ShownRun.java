package dev.magpie.explore.time;

import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import java.io.IOException;

/** A program that is timed on any number of systems, of which several run at once. */
sealed interface ShownRun extends AutoCloseable permits RecordedRun, ExecutedRun {
  /** What pages are told of it. */
  OpenedRun facts();

  /** Warp-instructions that will be issued; 0 as long as nobody knows. */
  long warpInstructions();

  /** Who looks at a run. Threads are not interrupted: that would close files that others read. */
  interface Watch {
    /** Is told what happens on the GPU. */
    GpuObserver of(TimedGpu gpu);

    /**
     * Ends the run if nobody wants it any more.
     *
     * @throws java.util.concurrent.CancellationException if that is so
     */
    void check();
  }

  /**
   * Times it.
   *
   * @param builder of the GPU
   */
  SimulationResult time(TimedGpuBuilder builder, Watch watch)
      throws IOException, InterruptedException;

  @Override
  void close();
}
