package dev.magpie.gpu.memory;

import dev.magpie.memory.Transfers;
import java.util.function.LongBinaryOperator;

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
    return with(before, (now, then) -> now - then);
  }

  /** These and another's, each by an operation; what targets cover is as it is here. */
  public MemoryCounters with(MemoryCounters other, LongBinaryOperator operation) {
    MemoryCounters all = new MemoryCounters();
    all.reads = operation.applyAsLong(reads, other.reads);
    all.writes = operation.applyAsLong(writes, other.writes);
    all.atomics = operation.applyAsLong(atomics, other.atomics);
    all.refusals = operation.applyAsLong(refusals, other.refusals);
    all.l2Hits = operation.applyAsLong(l2Hits, other.l2Hits);
    all.l2Merges = operation.applyAsLong(l2Merges, other.l2Merges);
    all.l2Misses = operation.applyAsLong(l2Misses, other.l2Misses);
    all.l2SectorMisses = operation.applyAsLong(l2SectorMisses, other.l2SectorMisses);
    all.l2WriteHits = operation.applyAsLong(l2WriteHits, other.l2WriteHits);
    all.l2WriteMisses = operation.applyAsLong(l2WriteMisses, other.l2WriteMisses);
    all.l2Evictions = operation.applyAsLong(l2Evictions, other.l2Evictions);
    all.l2WriteBacks = operation.applyAsLong(l2WriteBacks, other.l2WriteBacks);
    all.l2WriteThroughs = operation.applyAsLong(l2WriteThroughs, other.l2WriteThroughs);
    all.requestFlits = operation.applyAsLong(requestFlits, other.requestFlits);
    all.answerFlits = operation.applyAsLong(answerFlits, other.answerFlits);
    all.l2Atomics = operation.applyAsLong(l2Atomics, other.l2Atomics);
    all.l2AtomicOperations = operation.applyAsLong(l2AtomicOperations, other.l2AtomicOperations);
    all.l2AnswerStalls = operation.applyAsLong(l2AnswerStalls, other.l2AnswerStalls);
    all.l2MergeStalls = operation.applyAsLong(l2MergeStalls, other.l2MergeStalls);
    all.l2MissStalls = operation.applyAsLong(l2MissStalls, other.l2MissStalls);
    all.l2SetStalls = operation.applyAsLong(l2SetStalls, other.l2SetStalls);
    all.l2QueueStalls = operation.applyAsLong(l2QueueStalls, other.l2QueueStalls);
    all.compressedBlocks = operation.applyAsLong(compressedBlocks, other.compressedBlocks);
    all.decompressedBlocks = operation.applyAsLong(decompressedBlocks, other.decompressedBlocks);
    all.assistedBlocks = operation.applyAsLong(assistedBlocks, other.assistedBlocks);
    all.mergingReads = operation.applyAsLong(mergingReads, other.mergingReads);
    all.approximatedBlocks = operation.applyAsLong(approximatedBlocks, other.approximatedBlocks);
    all.metadataAccesses = operation.applyAsLong(metadataAccesses, other.metadataAccesses);
    all.metadataMisses = operation.applyAsLong(metadataMisses, other.metadataMisses);
    all.metadataReadBytes = operation.applyAsLong(metadataReadBytes, other.metadataReadBytes);
    all.metadataWrittenBytes =
        operation.applyAsLong(metadataWrittenBytes, other.metadataWrittenBytes);
    all.buddyAccesses = operation.applyAsLong(buddyAccesses, other.buddyAccesses);
    all.buddySectorsRead = operation.applyAsLong(buddySectorsRead, other.buddySectorsRead);
    all.buddySectorsWritten = operation.applyAsLong(buddySectorsWritten, other.buddySectorsWritten);
    all.overflows = operation.applyAsLong(overflows, other.overflows);
    all.relocations = operation.applyAsLong(relocations, other.relocations);
    all.relocatedBytes = operation.applyAsLong(relocatedBytes, other.relocatedBytes);
    all.pageFaults = operation.applyAsLong(pageFaults, other.pageFaults);
    all.parkedAccesses = operation.applyAsLong(parkedAccesses, other.parkedAccesses);
    all.faultBatches = operation.applyAsLong(faultBatches, other.faultBatches);
    all.faultCycles = operation.applyAsLong(faultCycles, other.faultCycles);
    all.migratedPages = operation.applyAsLong(migratedPages, other.migratedPages);
    all.prefetchedPages = operation.applyAsLong(prefetchedPages, other.prefetchedPages);
    all.evictedBlocks = operation.applyAsLong(evictedBlocks, other.evictedBlocks);
    all.evictedPages = operation.applyAsLong(evictedPages, other.evictedPages);
    all.linkReads = operation.applyAsLong(linkReads, other.linkReads);
    all.linkWrites = operation.applyAsLong(linkWrites, other.linkWrites);
    all.linkBytesTo = operation.applyAsLong(linkBytesTo, other.linkBytesTo);
    all.linkBytesFrom = operation.applyAsLong(linkBytesFrom, other.linkBytesFrom);
    all.linkReadCycles = operation.applyAsLong(linkReadCycles, other.linkReadCycles);
    all.answers = operation.applyAsLong(answers, other.answers);
    all.answerCycles = operation.applyAsLong(answerCycles, other.answerCycles);
    all.codedReads.set(codedReads, other.codedReads, operation);
    all.codedWrites.set(codedWrites, other.codedWrites, operation);
    all.buddyCoveredBytes = buddyCoveredBytes;
    all.buddyDeviceBytes = buddyDeviceBytes;
    all.unifiedBytes = unifiedBytes;
    all.unifiedRoomBytes = unifiedRoomBytes;
    return all;
  }
}
