package dev.magpie.lab.timed;

/** A run of which time is given, for what is judged by time; half of its memory is saved. */
public final class GivenRun {
  private GivenRun() {}

  /**
   * One that takes so many cycles.
   *
   * @param copyCycles of them for copies
   */
  public static TimedRun of(long cycles, long copyCycles) {
    return new TimedRun(
        cycles, copyCycles, 1, 1, 1, 0.5, 0.5, 1000, 1, 200, 50, 400, 54, 2, 1, 0, 0, 0, 0, 0.1);
  }
}
