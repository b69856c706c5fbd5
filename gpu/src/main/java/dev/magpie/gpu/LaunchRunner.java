package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;

/** Runs launches on a GPU, whole or in part. */
interface LaunchRunner {
  /**
   * Runs a launch to its end.
   *
   * @param number of the launch in its program
   * @param limit of warp-instructions
   * @throws SimulationException if it cannot go on
   */
  SampledRun run(KernelStream kernel, int number, long limit);
}
