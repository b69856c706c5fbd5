package dev.magpie.gpu.memory;

/** What the memory beyond the L1s has done; changes as it goes on. */
public final class MemoryCounters {
  /** Requests of multiprocessors that were accepted. */
  public long reads;

  public long writes;
  public long atomics;

  /** Offers that were refused. */
  public long refusals;

  /** Reads and atomics that found all their sectors, or found them on their way. */
  public long l2Hits;

  public long l2Merges;

  /** Reads and atomics whose line was not there, or without their sectors. */
  public long l2Misses;

  public long l2SectorMisses;

  /** Writes that found their line, and those that did not. */
  public long l2WriteHits;

  public long l2WriteMisses;

  /** Lines that made room for others, and those among them that had changed. */
  public long l2Evictions;

  public long l2WriteBacks;

  /** Requests executed at the L2, and their operations. */
  public long l2Atomics;

  public long l2AtomicOperations;

  /** Times that a slice had to wait: for the crossbar, for room of a kind, for a controller. */
  public long l2AnswerStalls;

  public long l2MergeStalls;
  public long l2MissStalls;
  public long l2SetStalls;
  public long l2QueueStalls;

  /** Answers, and the cycles from offer to answer, added up. */
  public long answers;

  public long answerCycles;

  /** Mean cycles from the offer of a read or atomic to its answer; NaN without any. */
  public double meanLatency() {
    return (double) answerCycles / answers;
  }
}
