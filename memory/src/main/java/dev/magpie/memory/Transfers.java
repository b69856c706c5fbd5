package dev.magpie.memory;

import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.layout.BlockMemory;

/**
 * What accesses to a compressed memory moved, counted up: the caller owns one, hands it to each
 * access and reads the differences or the sums. Not thread-safe; each thread has its own.
 *
 * <p>A sector is what one memory access moves: 32 bytes in a {@link BuddyMemory}, and a burst of
 * the memory's MAG in a {@link BlockMemory}. Data and metadata are counted apart: the sectors that
 * fill or clean the metadata cache are not among the device sectors.
 */
public final class Transfers {
  /** Sectors of data read from and written to device memory. */
  public long deviceReads;

  public long deviceWrites;

  /** Sectors of data read from and written to buddy memory, over the link. */
  public long buddyReads;

  public long buddyWrites;

  /** Look-ups of an entry's metadata: one for each access to a compressed page. */
  public long metadataAccesses;

  /** Look-ups that missed the metadata cache; each fills a sector or a line of it. */
  public long metadataMisses;

  /** Changed sectors or lines that the metadata cache wrote back to device memory. */
  public long metadataWritebacks;

  /** Sectors of metadata read from and written to device memory. */
  public long metadataReads;

  public long metadataWrites;

  /** Writes after which a page had to be laid out anew (LCP). */
  public long relocations;

  /** Translations that missed the TLB. */
  public long pageWalks;

  /** Writes after which an entry needs more sectors than before (Buddy paper, section II-C). */
  public long overflows;

  /** Accesses that moved at least one sector to or from buddy memory. */
  public long buddyAccesses;

  /** Entries read and written: a partial write of an entry is one of each. */
  public long reads;

  public long writes;

  /** Sectors of data moved to and from device memory. */
  public long deviceSectors() {
    return deviceReads + deviceWrites;
  }

  /** Sectors of metadata moved to and from device memory. */
  public long metadataSectors() {
    return metadataReads + metadataWrites;
  }

  /** Sectors of data moved to and from buddy memory. */
  public long buddySectors() {
    return buddyReads + buddyWrites;
  }

  /** Share of metadata look-ups that hit the cache; NaN without any. */
  public double metadataHitRate() {
    return 1 - (double) metadataMisses / metadataAccesses;
  }

  /** Share of accesses that needed buddy memory; NaN without any. */
  public double buddyAccessFraction() {
    return (double) buddyAccesses / (reads + writes);
  }

  /** Counts what another counted, too. */
  public void add(Transfers other) {
    deviceReads += other.deviceReads;
    deviceWrites += other.deviceWrites;
    buddyReads += other.buddyReads;
    buddyWrites += other.buddyWrites;
    metadataAccesses += other.metadataAccesses;
    metadataMisses += other.metadataMisses;
    metadataWritebacks += other.metadataWritebacks;
    metadataReads += other.metadataReads;
    metadataWrites += other.metadataWrites;
    relocations += other.relocations;
    pageWalks += other.pageWalks;
    overflows += other.overflows;
    buddyAccesses += other.buddyAccesses;
    reads += other.reads;
    writes += other.writes;
  }

  /** Starts over. */
  public void reset() {
    deviceReads = 0;
    deviceWrites = 0;
    buddyReads = 0;
    buddyWrites = 0;
    metadataAccesses = 0;
    metadataMisses = 0;
    metadataWritebacks = 0;
    metadataReads = 0;
    metadataWrites = 0;
    relocations = 0;
    pageWalks = 0;
    overflows = 0;
    buddyAccesses = 0;
    reads = 0;
    writes = 0;
  }

  @Override
  public String toString() {
    return ("%d reads, %d writes, %d with buddy memory, %d overflows; sectors: device %d read, %d"
            + " written, buddy %d read, %d written; metadata: %d looked up, %d missed, %d written"
            + " back; %d page walks")
        .formatted(
            reads,
            writes,
            buddyAccesses,
            overflows,
            deviceReads,
            deviceWrites,
            buddyReads,
            buddyWrites,
            metadataAccesses,
            metadataMisses,
            metadataWritebacks,
            pageWalks);
  }
}
