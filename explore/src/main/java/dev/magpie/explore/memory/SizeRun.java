package dev.magpie.explore.memory;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of a snapshot's blocks under one codec, as they become known: of samples first, then of
 * all blocks. It rests when no page asks for it, and goes on when one asks again.
 */
final class SizeRun {
  /** How far it is. */
  enum Phase {
    /** Others are measured first. */
    WAITING,
    TRAINING,
    SAMPLING,
    MEASURING,
    /** All is exact. */
    DONE,
    /** A person has stopped it. */
    STOPPED,
    /** No page has asked for a while. */
    RESTING,
    FAILED
  }

  /** What is measured at a time: enough for all threads, and few enough to show progress. */
  private static final long BATCH_BYTES = 64 << 20;

  private static final int SAMPLED_AT_ONCE = 512;

  /** Longer than a browser lets a page in the background wait for its turn. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * How many runs work at a time.
   *
   * @param sampling a few, so that a page need not wait for what another one measures
   * @param measuring one, with all threads
   */
  record Turns(Semaphore sampling, Semaphore measuring) {}

  /**
   * An allocation as far as it is known.
   *
   * @param version of the run when this became known
   */
  record Known(int allocation, SizeHistogram sizes, boolean exact, long version) {}

  private final ShownSnapshot snapshot;
  private final Coding coding;
  private final Coders coders;
  private final Turns turns;
  private final Precedence precedence;
  private final int threads;
  private final long bytes;

  /** Bytes of the batch under way that are measured. */
  private final LongAdder batchBytes = new LongAdder();

  /** By allocation; guarded by this, as all that follows. */
  private final @Nullable Known[] known;

  private long version;
  private long measuredBytes;
  private Phase phase = Phase.RESTING;
  private String problem = "";
  private boolean stopping;
  private boolean isSampled;
  private @Nullable Thread worker;
  private volatile long askedAt = System.nanoTime();

  /**
   * @param turns that it shares with other runs
   * @param precedence of what a page waits for
   * @param threads that measure
   */
  SizeRun(
      ShownSnapshot snapshot,
      Coding coding,
      Coders coders,
      Turns turns,
      Precedence precedence,
      int threads) {
    this.snapshot = snapshot;
    this.coding = coding;
    this.coders = coders;
    this.turns = turns;
    this.precedence = precedence;
    this.threads = threads;
    known = new Known[snapshot.allocations().size()];
    bytes = snapshot.snapshot().bytes();
  }

  Coding coding() {
    return coding;
  }

  ShownSnapshot snapshot() {
    return snapshot;
  }

  /** What a page is told: all that has changed since a version, and how far the run is. */
  record State(
      long version,
      Phase phase,
      String problem,
      long bytes,
      long measuredBytes,
      List<Known> changed,
      List<Known> all) {}

  /** How it stands; it goes on if it was resting. */
  synchronized State ask(long since) {
    askedAt = System.nanoTime();
    if (worker == null && phase == Phase.RESTING) {
      begin();
    }
    List<Known> all = new ArrayList<>();
    for (Known each : known) {
      if (each != null) {
        all.add(each);
      }
    }
    return new State(
        version,
        phase,
        problem,
        bytes,
        Math.min(bytes, measuredBytes + batchBytes.sum()),
        all.stream().filter(each -> each.version() > since).toList(),
        all);
  }

  /** Stops it until {@link #goOn}. */
  synchronized void stop() {
    if (worker != null) {
      stopping = true;
      worker.interrupt();
    }
  }

  /** Lets it go on where a person or an error has stopped it. */
  synchronized void goOn() {
    askedAt = System.nanoTime();
    if (worker == null && phase != Phase.DONE) {
      begin();
    }
  }

  private void begin() {
    stopping = false;
    problem = "";
    phase = Phase.WAITING;
    worker = Thread.ofPlatform().daemon().name("sizes").start(this::work);
  }

  private void work() {
    Phase end = Phase.DONE;
    String why = "";
    try {
      BlockScan scan = sampled();
      turns.measuring().acquire();
      try {
        enter(Phase.MEASURING);
        measure(scan);
      } finally {
        turns.measuring().release();
      }
    } catch (CancellationException | InterruptedException _) {
      end = Phase.RESTING;
    } catch (RefusedException e) {
      end = Phase.FAILED;
      why = String.valueOf(e.getMessage());
    } catch (InternalError e) {
      end = Phase.FAILED;
      why = "an input file was cut short or became unreadable while it was read";
    } catch (RuntimeException | Error e) {
      // A stop that came while threads were waited for.
      end = isStopping() ? Phase.RESTING : Phase.FAILED;
      why = e.toString();
    }
    leave(end, why);
  }

  /** The scan, after its samples were taken. */
  private BlockScan sampled() throws InterruptedException {
    turns.sampling().acquire();
    try {
      enter(Phase.TRAINING);
      BlockScan scan = new BlockScan(List.of(coders.codec(snapshot, coding)), threads);
      sample(scan);
      tellSampled();
      return scan;
    } finally {
      turns.sampling().release();
      enter(Phase.WAITING);
    }
  }

  /** Waits until it has come so far, or has ended. */
  synchronized void awaitSamples() throws InterruptedException {
    while (worker != null && !isSampled) {
      wait();
    }
  }

  private synchronized void leave(Phase end, String why) {
    batchBytes.reset();
    phase = end == Phase.RESTING && stopping ? Phase.STOPPED : end;
    problem = end == Phase.FAILED ? why : "";
    worker = null;
    version++;
    notifyAll();
  }

  private synchronized void tellSampled() {
    isSampled = true;
    notifyAll();
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  private synchronized void enter(Phase next) {
    phase = next;
  }

  /** Told of each range that is done; ends the scan when nobody wants it. */
  private void progress(long done) {
    batchBytes.add(done);
    if (isStopping() || System.nanoTime() - askedAt > REST_NANOS) {
      throw new CancellationException();
    }
    precedence.giveWay();
  }

  private void sample(BlockScan scan) {
    enter(Phase.SAMPLING);
    List<Allocation> allocations = snapshot.allocations();
    long parts = SampledRanges.partsOfEach(Math.max(1, allocations.size()));
    List<Integer> open = unknown();
    for (int from = 0; from < open.size(); from += SAMPLED_AT_ONCE) {
      List<Integer> batch = open.subList(from, Math.min(open.size(), from + SAMPLED_AT_ONCE));
      List<MemorySegment> ranges = new ArrayList<>();
      int[] ends = new int[batch.size()];
      for (int i = 0; i < ends.length; i++) {
        ranges.addAll(SampledRanges.of(allocations.get(batch.get(i)).memory(), parts));
        ends[i] = ranges.size();
      }
      List<BlockSummary> found = scan.summarize(ranges, null, this::progress);
      batchBytes.reset();
      for (int i = 0; i < ends.length; i++) {
        int allocation = batch.get(i);
        BlockSummary sum =
            found.subList(i == 0 ? 0 : ends[i - 1], ends[i]).stream()
                .reduce(BlockSummary::merge)
                .orElseThrow();
        MemorySegment memory = allocations.get(allocation).memory();
        note(allocation, sum, SampledRanges.isWhole(memory, parts));
      }
    }
  }

  private void measure(BlockScan scan) {
    List<Allocation> allocations = snapshot.allocations();
    List<Integer> open = inexact();
    int next = 0;
    while (next < open.size()) {
      List<Integer> batch = new ArrayList<>();
      long size = 0;
      while (next < open.size() && (batch.isEmpty() || size < BATCH_BYTES)) {
        int allocation = open.get(next++);
        batch.add(allocation);
        size += allocations.get(allocation).bytes();
      }
      List<MemorySegment> memories =
          batch.stream().map(each -> allocations.get(each).memory()).toList();
      List<BlockSummary> found = readThrough(scan, memories);
      synchronized (this) {
        batchBytes.reset();
        for (int i = 0; i < batch.size(); i++) {
          note(batch.get(i), found.get(i), true);
        }
      }
    }
  }

  private List<BlockSummary> readThrough(BlockScan scan, List<MemorySegment> memories) {
    memories.forEach(ReadAhead.ON::of);
    try {
      return scan.summarize(memories, null, this::progress);
    } finally {
      memories.forEach(ReadAhead.OFF::of);
    }
  }

  private synchronized List<Integer> unknown() {
    List<Integer> open = new ArrayList<>();
    for (int a = 0; a < known.length; a++) {
      if (known[a] == null) {
        open.add(a);
      }
    }
    return open;
  }

  private synchronized List<Integer> inexact() {
    List<Integer> open = new ArrayList<>();
    for (int a = 0; a < known.length; a++) {
      Known each = known[a];
      if (each == null || !each.exact()) {
        open.add(a);
      }
    }
    return open;
  }

  private synchronized void note(int allocation, BlockSummary summary, boolean exact) {
    version++;
    known[allocation] = new Known(allocation, summary.byCodec().getFirst(), exact, version);
    if (exact) {
      measuredBytes += snapshot.allocations().get(allocation).bytes();
    }
  }
}
