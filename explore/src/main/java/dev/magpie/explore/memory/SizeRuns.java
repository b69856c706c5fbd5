package dev.magpie.explore.memory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The runs that pages have asked for lately. */
final class SizeRuns implements AutoCloseable {
  /** Allocations of all runs together; what was measured beyond is measured again. */
  private static final long MOST_ALLOCATIONS = 250_000;

  private final Coders coders;
  private final int threads;
  private final Semaphore turn = new Semaphore(1, true);

  /** The most recently asked for is last; guarded by this. */
  private final List<SizeRun> runs = new ArrayList<>();

  SizeRuns(Coders coders, int threads) {
    this.coders = coders;
    this.threads = threads;
  }

  /** The run of a snapshot under a codec. */
  synchronized SizeRun of(ShownSnapshot snapshot, Coding coding) {
    for (Iterator<SizeRun> each = runs.iterator(); each.hasNext(); ) {
      SizeRun run = each.next();
      if (run.snapshot() == snapshot && run.coding().equals(coding)) {
        each.remove();
        runs.add(run);
        return run;
      }
    }
    SizeRun run = new SizeRun(snapshot, coding, coders, turn, threads);
    runs.add(run);
    // A comparison has two runs at least.
    while (runs.size() > 2 && allocations() > MOST_ALLOCATIONS) {
      runs.removeFirst().stop();
    }
    return run;
  }

  private long allocations() {
    return runs.stream().mapToLong(each -> each.snapshot().allocations().size()).sum();
  }

  @Override
  public synchronized void close() {
    runs.forEach(SizeRun::stop);
  }
}
