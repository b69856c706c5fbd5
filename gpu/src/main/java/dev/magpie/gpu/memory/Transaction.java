package dev.magpie.gpu.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a controller moves for one purpose: up to 64 accesses of a channel, sectors over the link to
 * buddy memory, and, where accesses are in several channels or further apart, more parts.
 */
final class Transaction {
  /** Who waits for it. */
  enum Purpose {
    /** A slice, for its line. */
    FILL,
    /** Transactions that need the metadata in it. */
    METADATA,
    /** A write, which needs the rest of its line or of its page. */
    MERGE,
    /** Nobody. */
    WRITE,
    /** The transaction that it is a part of. */
    PART
  }

  /** In place of a channel's number. */
  static final int NONE = -1;

  /** How events and channels call it. */
  final int number;

  Purpose purpose = Purpose.WRITE;
  int channel;

  /** The first access's address in the channel, and which from there on are to be offered. */
  long address;

  long offers;

  /** Accesses that have been offered and have no data yet, and when the last one has. */
  int outstanding;

  long done;

  /** The channel that keeps room for it, or none. */
  int roomKept = NONE;

  /** Sectors that go over the link. */
  int buddySectors;

  /** What has to arrive until it is complete: parts, and what comes over the link. */
  int pending;

  /** Where to count its block once it has crossed the pins; null if it has, or there is none. */
  @Nullable MovedBlocks block;

  int blockBursts;
  int burstBytes;
  int codeBytes;

  /** Cycles of the core that come on the way back, after the data are there. */
  int l2Latency;

  int controllerLatency;
  int metadataLatency;
  int codecLatency;

  /** Instructions with which a multiprocessor assists, and which one. */
  int assist;

  int multiprocessor;

  /** Who waits for it. */
  int slice;

  int slot;
  int sectors;

  /** The units of metadata that it needs, or the one that it moves. */
  long[] units = new long[2];

  int unitCount;

  /**
   * Of a {@link Purpose#MERGE}: the write that follows. Of a {@link Purpose#PART}: what it is a
   * part of.
   */
  @Nullable Transaction then;

  /** The next part. */
  @Nullable Transaction more;

  /** In a list of those that wait for the same. */
  @Nullable Transaction next;

  Transaction(int number) {
    this.number = number;
  }

  boolean writes() {
    return purpose == Purpose.WRITE;
  }

  int delay() {
    return l2Latency + controllerLatency + metadataLatency + codecLatency;
  }

  /** A burst of it crosses the pins of the DRAM, or all that it moves is over the link. */
  void crosses() {
    if (block != null) {
      block.add(blockBursts, codeBytes, burstBytes);
      block = null;
    }
  }

  void needs(long unit) {
    if (unitCount == units.length) {
      units = Arrays.copyOf(units, 2 * unitCount);
    }
    units[unitCount++] = unit;
  }

  /** Waits as long on its way back as another. */
  void delayAs(Transaction other) {
    l2Latency = other.l2Latency;
    controllerLatency = other.controllerLatency;
    metadataLatency = other.metadataLatency;
    codecLatency = other.codecLatency;
  }

  /** As it was made. */
  void clear() {
    offers = 0;
    outstanding = 0;
    done = 0;
    buddySectors = 0;
    pending = 0;
    l2Latency = 0;
    controllerLatency = 0;
    metadataLatency = 0;
    codecLatency = 0;
    assist = 0;
    unitCount = 0;
    roomKept = NONE;
    block = null;
    then = null;
    more = null;
  }
}
