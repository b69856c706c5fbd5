package dev.magpie.gpu.memory;

import dev.magpie.memory.Transfers;

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

  /** Writes that went on to memory at once. */
  public long l2WriteThroughs;

  /** Flits that multiprocessors have sent to slices, and slices to multiprocessors. */
  public long requestFlits;

  public long answerFlits;

  /** Requests executed at the L2, and their operations. */
  public long l2Atomics;

  public long l2AtomicOperations;

  /** Times that a slice had to wait: for the crossbar, for room of a kind, for a controller. */
  public long l2AnswerStalls;

  public long l2MergeStalls;
  public long l2MissStalls;
  public long l2SetStalls;
  public long l2QueueStalls;

  /**
   * Coded blocks that crossed the pins of the DRAM: not those that were read from a write that
   * waited, nor those that took the place of one.
   */
  public final MovedBlocks codedReads = new MovedBlocks();

  public final MovedBlocks codedWrites = new MovedBlocks();

  /** Blocks that were tried to be compressed, and blocks that were decompressed. */
  public long compressedBlocks;

  public long decompressedBlocks;

  /** Blocks that multiprocessors compressed and decompressed, by assist warps. */
  public long assistedBlocks;

  /** Blocks that were read because a part of their line was to be written. */
  public long mergingReads;

  /** Blocks that a lossy codec changed, those among them that the host had written included. */
  public long approximatedBlocks;

  /** Look-ups in metadata caches, those that missed, and the bytes that moved for them. */
  public long metadataAccesses;

  public long metadataMisses;
  public long metadataReadBytes;
  public long metadataWrittenBytes;

  /**
   * Accesses to lines with a target that needed buddy memory, and the sectors that moved for them.
   */
  public long buddyAccesses;

  public long buddySectorsRead;
  public long buddySectorsWritten;

  /** Writes after which a line needs more sectors than before. */
  public long overflows;

  /** Pages that were laid out anew, and the bytes that moved for that beside the blocks'. */
  public long relocations;

  public long relocatedBytes;

  /** Bytes that have targets, and what they take of device memory, without metadata. */
  public long buddyCoveredBytes;

  public long buddyDeviceBytes;

  /**
   * Pages of unified memory that accesses waited for, accesses that did, batches in which a driver
   * took the faults, and cycles for which it had one.
   */
  public long pageFaults;

  public long parkedAccesses;
  public long faultBatches;
  public long faultCycles;

  /** Pages that came to the device, and those among them that had not faulted. */
  public long migratedPages;

  public long prefetchedPages;

  /** Blocks of unified memory that left the device, and the pages of them that were there. */
  public long evictedBlocks;

  public long evictedPages;

  /** Bytes of unified memory, and what the device has room for. */
  public long unifiedBytes;

  public long unifiedRoomBytes;

  /** Reads and writes over the link, and the bytes of their packets each way. */
  public long linkReads;

  public long linkWrites;
  public long linkBytesTo;
  public long linkBytesFrom;

  /** Cycles from sending a read over the link to the arrival of its data, added up. */
  public long linkReadCycles;

  /** Answers, and the cycles from offer to answer, added up. */
  public long answers;

  public long answerCycles;

  void addMetadata(Transfers moved, int burstBytes) {
    metadataAccesses += moved.metadataAccesses;
    metadataMisses += moved.metadataMisses;
    metadataReadBytes += moved.metadataReads * burstBytes;
    metadataWrittenBytes += moved.metadataWrites * burstBytes;
  }

  /** Share of the look-ups in metadata caches that hit; NaN without any. */
  public double metadataHitRate() {
    return 1 - (double) metadataMisses / metadataAccesses;
  }

  /** Mean cycles from the offer of a read or atomic to its answer; NaN without any. */
  public double meanLatency() {
    return (double) answerCycles / answers;
  }

  /** What has been done since another state of the same; sizes of memory are as they are now. */
  public MemoryCounters since(MemoryCounters before) {
    MemoryCounters more = new MemoryCounters();
    more.reads = reads - before.reads;
    more.writes = writes - before.writes;
    more.atomics = atomics - before.atomics;
    more.refusals = refusals - before.refusals;
    more.l2Hits = l2Hits - before.l2Hits;
    more.l2Merges = l2Merges - before.l2Merges;
    more.l2Misses = l2Misses - before.l2Misses;
    more.l2SectorMisses = l2SectorMisses - before.l2SectorMisses;
    more.l2WriteHits = l2WriteHits - before.l2WriteHits;
    more.l2WriteMisses = l2WriteMisses - before.l2WriteMisses;
    more.l2Evictions = l2Evictions - before.l2Evictions;
    more.l2WriteBacks = l2WriteBacks - before.l2WriteBacks;
    more.l2WriteThroughs = l2WriteThroughs - before.l2WriteThroughs;
    more.requestFlits = requestFlits - before.requestFlits;
    more.answerFlits = answerFlits - before.answerFlits;
    more.l2Atomics = l2Atomics - before.l2Atomics;
    more.l2AtomicOperations = l2AtomicOperations - before.l2AtomicOperations;
    more.l2AnswerStalls = l2AnswerStalls - before.l2AnswerStalls;
    more.l2MergeStalls = l2MergeStalls - before.l2MergeStalls;
    more.l2MissStalls = l2MissStalls - before.l2MissStalls;
    more.l2SetStalls = l2SetStalls - before.l2SetStalls;
    more.l2QueueStalls = l2QueueStalls - before.l2QueueStalls;
    more.compressedBlocks = compressedBlocks - before.compressedBlocks;
    more.decompressedBlocks = decompressedBlocks - before.decompressedBlocks;
    more.assistedBlocks = assistedBlocks - before.assistedBlocks;
    more.mergingReads = mergingReads - before.mergingReads;
    more.approximatedBlocks = approximatedBlocks - before.approximatedBlocks;
    more.metadataAccesses = metadataAccesses - before.metadataAccesses;
    more.metadataMisses = metadataMisses - before.metadataMisses;
    more.metadataReadBytes = metadataReadBytes - before.metadataReadBytes;
    more.metadataWrittenBytes = metadataWrittenBytes - before.metadataWrittenBytes;
    more.buddyAccesses = buddyAccesses - before.buddyAccesses;
    more.buddySectorsRead = buddySectorsRead - before.buddySectorsRead;
    more.buddySectorsWritten = buddySectorsWritten - before.buddySectorsWritten;
    more.overflows = overflows - before.overflows;
    more.relocations = relocations - before.relocations;
    more.relocatedBytes = relocatedBytes - before.relocatedBytes;
    more.pageFaults = pageFaults - before.pageFaults;
    more.parkedAccesses = parkedAccesses - before.parkedAccesses;
    more.faultBatches = faultBatches - before.faultBatches;
    more.faultCycles = faultCycles - before.faultCycles;
    more.migratedPages = migratedPages - before.migratedPages;
    more.prefetchedPages = prefetchedPages - before.prefetchedPages;
    more.evictedBlocks = evictedBlocks - before.evictedBlocks;
    more.evictedPages = evictedPages - before.evictedPages;
    more.linkReads = linkReads - before.linkReads;
    more.linkWrites = linkWrites - before.linkWrites;
    more.linkBytesTo = linkBytesTo - before.linkBytesTo;
    more.linkBytesFrom = linkBytesFrom - before.linkBytesFrom;
    more.linkReadCycles = linkReadCycles - before.linkReadCycles;
    more.answers = answers - before.answers;
    more.answerCycles = answerCycles - before.answerCycles;
    more.codedReads.setDifference(before.codedReads, codedReads);
    more.codedWrites.setDifference(before.codedWrites, codedWrites);
    more.buddyCoveredBytes = buddyCoveredBytes;
    more.buddyDeviceBytes = buddyDeviceBytes;
    more.unifiedBytes = unifiedBytes;
    more.unifiedRoomBytes = unifiedRoomBytes;
    return more;
  }
}
