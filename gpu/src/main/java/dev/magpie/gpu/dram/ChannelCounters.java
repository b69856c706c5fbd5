package dev.magpie.gpu.dram;

import java.util.function.LongBinaryOperator;

/**
 * What channels have done. A request is a row hit if its first command is the access itself, a miss
 * if it is an activate, and a conflict if another row had to be closed first.
 */
public final class ChannelCounters {
  public long reads;
  public long writes;
  public long rowHits;
  public long rowMisses;
  public long rowConflicts;
  public long activates;
  public long precharges;
  public long refreshes;

  /** Reads answered from a write that waited, without the DRAM. */
  public long forwardedReads;

  /** Writes that took the place of one that waited. */
  public long mergedWrites;

  /** Cycles from the arrival of reads to their data, added up. */
  public long readLatencyCycles;

  /** Cycles that data buses were busy, added up over them. */
  public long dataBusCycles;

  /** Reads and writes that were accepted. */
  public long requests() {
    return reads + writes;
  }

  /** Mean cycles from the arrival of a read to its data; NaN without any. */
  public double meanReadLatency() {
    return (double) readLatencyCycles / reads;
  }

  /** Accesses that went to the DRAM. */
  public long accesses() {
    return rowHits + rowMisses + rowConflicts;
  }

  /** Share of the accesses that were row hits; NaN without any. */
  public double rowHitRate() {
    return (double) rowHits / accesses();
  }

  /** Adds another channel's. */
  public void add(ChannelCounters other) {
    reads += other.reads;
    writes += other.writes;
    rowHits += other.rowHits;
    rowMisses += other.rowMisses;
    rowConflicts += other.rowConflicts;
    activates += other.activates;
    precharges += other.precharges;
    refreshes += other.refreshes;
    forwardedReads += other.forwardedReads;
    mergedWrites += other.mergedWrites;
    readLatencyCycles += other.readLatencyCycles;
    dataBusCycles += other.dataBusCycles;
  }

  /** What has been done since another state of the same. */
  public ChannelCounters since(ChannelCounters before) {
    return with(before, (now, then) -> now - then);
  }

  /** These and another's, each by an operation. */
  public ChannelCounters with(ChannelCounters other, LongBinaryOperator operation) {
    ChannelCounters all = new ChannelCounters();
    all.reads = operation.applyAsLong(reads, other.reads);
    all.writes = operation.applyAsLong(writes, other.writes);
    all.rowHits = operation.applyAsLong(rowHits, other.rowHits);
    all.rowMisses = operation.applyAsLong(rowMisses, other.rowMisses);
    all.rowConflicts = operation.applyAsLong(rowConflicts, other.rowConflicts);
    all.activates = operation.applyAsLong(activates, other.activates);
    all.precharges = operation.applyAsLong(precharges, other.precharges);
    all.refreshes = operation.applyAsLong(refreshes, other.refreshes);
    all.forwardedReads = operation.applyAsLong(forwardedReads, other.forwardedReads);
    all.mergedWrites = operation.applyAsLong(mergedWrites, other.mergedWrites);
    all.readLatencyCycles = operation.applyAsLong(readLatencyCycles, other.readLatencyCycles);
    all.dataBusCycles = operation.applyAsLong(dataBusCycles, other.dataBusCycles);
    return all;
  }
}
