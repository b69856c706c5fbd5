package dev.magpie.explore.memory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The runs that pages have asked for lately. */
final class SizeRuns implements AutoCloseable {
  /**
   * Allocations of all runs together, unless those of all snapshots under two codecs are more; what
   * was measured beyond is measured again.
   */
  private static final long MOST_ALLOCATIONS = 250_000;

  private static final int SAMPLED_AT_ONCE = 2;

  private final Coders coders;
  private final Precedence precedence;
  private final int threads;
  private final Shelf shelf;
  private final SizeRun.Turns turns =
      new SizeRun.Turns(new Semaphore(SAMPLED_AT_ONCE, true), new Semaphore(1, true));

  /** The most recently asked for is last; guarded by this. */
  private final List<SizeRun> runs = new ArrayList<>();

  SizeRuns(Shelf shelf, Coders coders, Precedence precedence, int threads) {
    this.shelf = shelf;
    this.coders = coders;
    this.precedence = precedence;
    this.threads = threads;
  }

  /** The run of a snapshot under a codec. */
  synchronized SizeRun of(ShownSnapshot snapshot, Coding coding) {
    for (Iterator<SizeRun> each = runs.iterator(); each.hasNext(); ) {
      SizeRun run = each.next();
      if (run.snapshot().equals(snapshot) && run.coding().equals(coding)) {
        each.remove();
        runs.add(run);
        return run;
      }
    }
    SizeRun run = new SizeRun(snapshot, coding, coders, turns, precedence, threads);
    runs.add(run);
    long shown = shelf.all().stream().mapToLong(each -> each.allocations().size()).sum();
    while (allocations() > Math.max(MOST_ALLOCATIONS, 2 * shown)) {
      runs.removeFirst().stop();
    }
    return run;
  }

  /** Measures a snapshot anew, under whatever codec is asked for next. */
  synchronized void forget(ShownSnapshot snapshot) {
    runs.removeIf(each -> {
      boolean goes = each.snapshot().equals(snapshot);
      if (goes) {
        each.stop();
      }
      return goes;
    });
    coders.forget(snapshot);
    snapshot.files().accept();
  }

  private long allocations() {
    return runs.stream().mapToLong(each -> each.snapshot().allocations().size()).sum();
  }

  @Override
  public synchronized void close() {
    runs.forEach(SizeRun::stop);
  }
}
