package dev.magpie.cli.simulate;

import dev.magpie.gpu.LaunchTiming;

/**
 * A launch, and what it moved.
 *
 * @param dramBytes that went over the data buses while it ran
 */
record LaunchRow(LaunchTiming timing, long dramBytes) {
  double seconds(double clockMegahertz) {
    return timing.cycles() / (clockMegahertz * 1e6);
  }

  double instructionsPerCycle() {
    return (double) timing.warpInstructions() / timing.cycles();
  }

  /** GB/s. */
  double bandwidth(double clockMegahertz) {
    return dramBytes / seconds(clockMegahertz) / 1e9;
  }
}
