package dev.magpie.gpu.core;

/** What a load/store unit counts. */
final class LoadStoreCounters {
  long instructions;
  long lines;
  long hits;
  long misses;
  long merged;
  long uncached;
  long writes;
  long localStores;
  long localWriteBacks;
  long sharedAccesses;
  long sharedConflictCycles;
  long constantReads;
  long missRegisterStalls;
  long mergeStalls;
  long queueStalls;

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
}
