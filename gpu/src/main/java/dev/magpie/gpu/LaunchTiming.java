package dev.magpie.gpu;

/**
 * When a launch ran.
 *
 * @param number of the launch, from 0 on
 * @param kernel its name
 * @param begin the first cycle
 * @param end the cycle after the last one
 * @param warpInstructions that it issued
 * @param blocks that were timed: those of its grid, unless some stood for all
 * @param occupancy blocks that a multiprocessor holds at once
 * @param limit what keeps it from holding more, as {@code registers}
 */
public record LaunchTiming(
    int number,
    String kernel,
    long begin,
    long end,
    long warpInstructions,
    long blocks,
    int occupancy,
    String limit) {

  /** Cycles of the core clock. */
  public long cycles() {
    return end - begin;
  }
}
