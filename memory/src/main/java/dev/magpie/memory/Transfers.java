package dev.magpie.memory;

import dev.magpie.memory.Places.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What accesses to a compressed memory moved: the caller owns one, hands it to each access and
 * reads the sums, or, after a {@link #reset} before the access, what that one cost. One made by
 * {@link #withPlaces} knows where everything moved, too. Not thread-safe; each thread has its own.
 *
 * <p>Memories tell what they do through the methods, such as {@link #readDevice}. Accesses with one
 * made by {@link #free} are at no cost, as a copy from the host before a program starts: they leave
 * metadata caches as they are.
 *
 * <p>A sector is what one memory access moves, a burst of the MAG: 32 bytes in a Buddy memory. Data
 * and metadata are counted apart: the sectors that fill or clean the metadata cache are not among
 * the device sectors.
 */
public final class Transfers {
  private final @Nullable Places places;
  private final boolean isFree;

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

  /** Blocks that a codec was asked to code, and blocks that it decoded. */
  public long encodedBlocks;

  public long decodedBlocks;

  /** Bytes of the blocks' codes, as if each byte could move alone. */
  public long codeBytes;

  private int tag;

  /** Sums, without places. */
  public Transfers() {
    this(null, false);
  }

  private Transfers(@Nullable Places places, boolean isFree) {
    this.places = places;
    this.isFree = isFree;
  }

  /** For those who ask where things move. */
  public static Transfers withPlaces() {
    return new Transfers(new Places(), false);
  }

  /** For accesses that cost nothing, whatever is counted. */
  public static Transfers free() {
    return new Transfers(null, true);
  }

  /** Whether the access is at no cost, so that no metadata cache sees it. */
  public boolean isFree() {
    return isFree;
  }

  /**
   * Where things moved.
   *
   * @throws IllegalStateException unless made by {@link #withPlaces}
   */
  public Places places() {
    if (places == null) {
      throw new IllegalStateException("these are sums only");
    }
    return places;
  }

  /** Data are read from device memory, from an address on. */
  public void readDevice(long address, int bursts) {
    deviceReads += bursts;
    if (places != null && bursts > 0) {
      places.add(Kind.READ, address, bursts, 0);
    }
  }

  /** Data are written to device memory, after what the same access reads. */
  public void writeDevice(long address, int bursts) {
    deviceWrites += bursts;
    if (places != null && bursts > 0) {
      places.add(Kind.WRITE, address, bursts, 0);
    }
  }

  /** Data need a unit of metadata, which may be in a cache or on its way. */
  public void needMetadata(long unit) {
    if (places != null) {
      places.need(unit);
    }
  }

  /**
   * Metadata are read from device memory, and data wait for them.
   *
   * @param unit what is known together once all of it is there: any number
   */
  public void readMetadata(long unit, long address, int bursts) {
    metadataReads += bursts;
    if (places != null) {
      places.add(Kind.METADATA_READ, address, bursts, unit);
    }
  }

  /** Metadata are written to device memory. */
  public void writeMetadata(long unit, long address, int bursts) {
    metadataWrites += bursts;
    if (places != null) {
      places.add(Kind.METADATA_WRITE, address, bursts, unit);
    }
  }

  /**
   * A codec was asked to code a block.
   *
   * @param codecTag what it answered
   */
  public void encoded(int codecTag) {
    encodedBlocks++;
    tag = codecTag;
  }

  /** A codec decoded a block that has this tag. */
  public void decoded(int codecTag) {
    decodedBlocks++;
    tag = codecTag;
  }

  /** The tag that was told last, or {@link dev.magpie.codec.BlockCodec#RAW}. */
  public int tag() {
    return tag;
  }

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
    encodedBlocks += other.encodedBlocks;
    decodedBlocks += other.decodedBlocks;
    codeBytes += other.codeBytes;
  }

  /** Takes back what metadata moved: who looked them up had them. */
  public void forgoMetadata() {
    metadataMisses = 0;
    metadataWritebacks = 0;
    metadataReads = 0;
    metadataWrites = 0;
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
    encodedBlocks = 0;
    decodedBlocks = 0;
    codeBytes = 0;
    if (places != null) {
      places.clear();
    }
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
