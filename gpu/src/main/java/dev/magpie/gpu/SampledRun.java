package dev.magpie.gpu;

import org.jspecify.annotations.Nullable;

/**
 * A launch that has run.
 *
 * @param timing of the blocks that were timed
 * @param estimate the same of all blocks
 * @param untimed what the others would have counted; null if all were timed
 * @param cyclesOff by how much the estimate's cycles may be off
 * @param accessesOff the same of accesses of the DRAM
 */
record SampledRun(
    LaunchTiming timing,
    LaunchTiming estimate,
    @Nullable GpuCounts untimed,
    double cyclesOff,
    double accessesOff) {

  /** All blocks were timed. */
  static SampledRun whole(LaunchTiming timing) {
    return new SampledRun(timing, timing, null, 0, 0);
  }
}
