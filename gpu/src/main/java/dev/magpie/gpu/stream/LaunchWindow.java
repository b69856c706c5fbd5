package dev.magpie.gpu.stream;

/**
 * Which launches of a program are timed, by their numbers from 0 on. Those before take no time, but
 * for some right before the first: they are simulated to fill caches, and counted nowhere. Those
 * behind take none, either.
 *
 * @param first the first that is timed
 * @param count how many are, at most
 * @param warmUp how many before the first fill caches; fewer if there are fewer
 */
public record LaunchWindow(int first, int count, int warmUp) {
  /** All launches are timed. */
  public static final LaunchWindow ALL = new LaunchWindow(0, Integer.MAX_VALUE, 0);

  /** What is done with a launch. */
  public enum Phase {
    /** It takes effect, and no time. */
    FAST_FORWARD,
    /** It is simulated, and not counted. */
    WARM_UP,
    /** It is simulated and counted. */
    TIMED
  }

  /**
   * @throws IllegalArgumentException if a number is negative, or nothing is timed
   */
  public LaunchWindow {
    if (first < 0 || count < 1 || warmUp < 0) {
      throw new IllegalArgumentException(
          "%d launches from %d on, after %d that fill caches, are no window"
              .formatted(count, first, warmUp));
    }
  }

  /** What is done with a launch of a number. */
  public Phase phase(int launch) {
    if (launch < first) {
      return launch >= first - warmUp ? Phase.WARM_UP : Phase.FAST_FORWARD;
    }
    return isOver(launch) ? Phase.FAST_FORWARD : Phase.TIMED;
  }

  /** Whether a launch is behind all that are timed. */
  public boolean isOver(int launch) {
    return launch - (long) first >= count;
  }
}
