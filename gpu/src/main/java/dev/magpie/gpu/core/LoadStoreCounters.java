package dev.magpie.gpu.core;

import java.util.function.LongBinaryOperator;

/** What load/store units count. */
public final class LoadStoreCounters {
  /** Instructions that accessed memory beyond the multiprocessor's own, and their lines. */
  public long instructions;

  public long lines;

  /** Lines of loads that were in the L1, and those that were asked of the L2. */
  public long hits;

  public long misses;

  /** Lines of loads that waited for what had been asked for already. */
  public long merged;

  /** Lines of loads and atomics that pass the L1 by. */
  public long uncached;

  /** Lines of stores and reductions that went to the L2. */
  public long writes;

  /** Lines of local memory that were written in the L1; of them, those that were replaced. */
  public long localStores;

  public long localWriteBacks;

  /** Instructions that accessed shared memory, and the cycles that they took beyond one each. */
  public long sharedAccesses;

  public long sharedConflictCycles;

  /** Instructions that read constants or parameters. */
  public long constantReads;

  /** Tries that found all MSHRs taken, an MSHR's list full, or the way to the crossbar full. */
  public long missRegisterStalls;

  public long mergeStalls;
  public long queueStalls;

  /** Requests that the L2 has done, those that it had to fetch something for, and the sectors. */
  public long requests;

  public long requestMisses;
  public long fetchedSectors;

  /** What requests take of the crossbar, and their answers. */
  public long requestFlits;

  public long answerFlits;

  /** A request is on its way. */
  void asked(int there, int back) {
    requestFlits += there;
    answerFlits += back;
  }

  /** The L2 has done a request. */
  void requested(int fetched) {
    requests++;
    if (fetched > 0) {
      requestMisses++;
      fetchedSectors += fetched;
    }
  }

  void add(LoadStoreCounters other) {
    instructions += other.instructions;
    lines += other.lines;
    hits += other.hits;
    misses += other.misses;
    merged += other.merged;
    uncached += other.uncached;
    writes += other.writes;
    localStores += other.localStores;
    localWriteBacks += other.localWriteBacks;
    sharedAccesses += other.sharedAccesses;
    sharedConflictCycles += other.sharedConflictCycles;
    constantReads += other.constantReads;
    missRegisterStalls += other.missRegisterStalls;
    mergeStalls += other.mergeStalls;
    queueStalls += other.queueStalls;
    requests += other.requests;
    requestMisses += other.requestMisses;
    fetchedSectors += other.fetchedSectors;
    requestFlits += other.requestFlits;
    answerFlits += other.answerFlits;
  }

  /** These and another's, each by an operation. */
  void set(LoadStoreCounters one, LoadStoreCounters other, LongBinaryOperator operation) {
    instructions = operation.applyAsLong(one.instructions, other.instructions);
    lines = operation.applyAsLong(one.lines, other.lines);
    hits = operation.applyAsLong(one.hits, other.hits);
    misses = operation.applyAsLong(one.misses, other.misses);
    merged = operation.applyAsLong(one.merged, other.merged);
    uncached = operation.applyAsLong(one.uncached, other.uncached);
    writes = operation.applyAsLong(one.writes, other.writes);
    localStores = operation.applyAsLong(one.localStores, other.localStores);
    localWriteBacks = operation.applyAsLong(one.localWriteBacks, other.localWriteBacks);
    sharedAccesses = operation.applyAsLong(one.sharedAccesses, other.sharedAccesses);
    sharedConflictCycles =
        operation.applyAsLong(one.sharedConflictCycles, other.sharedConflictCycles);
    constantReads = operation.applyAsLong(one.constantReads, other.constantReads);
    missRegisterStalls = operation.applyAsLong(one.missRegisterStalls, other.missRegisterStalls);
    mergeStalls = operation.applyAsLong(one.mergeStalls, other.mergeStalls);
    queueStalls = operation.applyAsLong(one.queueStalls, other.queueStalls);
    requests = operation.applyAsLong(one.requests, other.requests);
    requestMisses = operation.applyAsLong(one.requestMisses, other.requestMisses);
    fetchedSectors = operation.applyAsLong(one.fetchedSectors, other.fetchedSectors);
    requestFlits = operation.applyAsLong(one.requestFlits, other.requestFlits);
    answerFlits = operation.applyAsLong(one.answerFlits, other.answerFlits);
  }
}
