package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The replays that pages have asked for lately. */
final class SystemRuns implements AutoCloseable {
  /** What was timed beyond is timed again. */
  private static final int MOST_REPLAYS = 24;

  /** Stretches of time that a run is likely to have at most, if a page names no length. */
  private static final long USUAL_STRETCHES = 2000;

  private static final long USUAL_CYCLES = 1000;

  private static final long LEAST_CYCLES = 50;

  private final Semaphore turns;

  /** The most recently asked for is last; guarded by this. */
  private final List<SystemRun> replays = new ArrayList<>();

  /**
   * None yet.
   *
   * @param threads how many run at a time
   */
  SystemRuns(int threads) {
    turns = new Semaphore(threads, true);
  }

  /** The one of a program on a system, with the interval that the request may have. */
  synchronized SystemRun of(ShownRun run, TimedSystem system, PageRequest request) {
    long interval = interval(run, request);
    for (Iterator<SystemRun> each = replays.iterator(); each.hasNext(); ) {
      SystemRun replay = each.next();
      if (replay.isOf(run, system, interval)) {
        each.remove();
        replays.add(replay);
        return replay;
      }
    }
    SystemRun replay = new SystemRun(run, system, interval, turns);
    replays.add(replay);
    while (replays.size() > MOST_REPLAYS) {
      replays.removeFirst().stop();
    }
    return replay;
  }

  /** Cycles of a stretch of time: of a long run more, so that it has not too many of them. */
  private static long interval(ShownRun run, PageRequest request) {
    long usual =
        USUAL_CYCLES
            * Math.max(
                1, Math.ceilDiv(run.facts().warpInstructions(), USUAL_STRETCHES * USUAL_CYCLES));
    return request.number("interval", LEAST_CYCLES, Integer.MAX_VALUE, usual);
  }

  @Override
  public synchronized void close() {
    replays.forEach(SystemRun::stop);
  }
}
