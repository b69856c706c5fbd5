package dev.magpie.gpu.core;

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
  }

  void subtract(LoadStoreCounters before) {
    instructions -= before.instructions;
    lines -= before.lines;
    hits -= before.hits;
    misses -= before.misses;
    merged -= before.merged;
    uncached -= before.uncached;
    writes -= before.writes;
    localStores -= before.localStores;
    localWriteBacks -= before.localWriteBacks;
    sharedAccesses -= before.sharedAccesses;
    sharedConflictCycles -= before.sharedConflictCycles;
    constantReads -= before.constantReads;
    missRegisterStalls -= before.missRegisterStalls;
    mergeStalls -= before.mergeStalls;
    queueStalls -= before.queueStalls;
  }
}
