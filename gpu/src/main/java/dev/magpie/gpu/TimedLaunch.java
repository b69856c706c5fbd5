package dev.magpie.gpu;

/**
 * A launch, and what it moved.
 *
 * @param timing when it ran
 * @param dramBytes that went over the data buses while it ran
 */
public record TimedLaunch(LaunchTiming timing, long dramBytes) {
  /** Warp-instructions a cycle. */
  public double instructionsPerCycle() {
    return (double) timing.warpInstructions() / timing.cycles();
  }

  /**
   * GB/s.
   *
   * @param clockMegahertz of the core
   */
  public double bandwidth(double clockMegahertz) {
    return dramBytes / (timing.cycles() / (clockMegahertz * 1e6)) / 1e9;
  }
}
