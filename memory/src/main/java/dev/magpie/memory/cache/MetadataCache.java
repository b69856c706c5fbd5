package dev.magpie.memory.cache;

import dev.magpie.memory.Transfers;

/**
 * The cache in front of the metadata region (Buddy paper, section III, Memory-Entry Size Metadata):
 * a slice for each memory controller, 4-way, lines of 128 B in four sectors of 32 B. A sector is
 * filled on a miss, and so brings the metadata of 63 neighbours along. Counts only; what the
 * metadata are stands in the region. Safe for many threads: each slice has a lock.
 *
 * <p>Our decisions: LRU replacement; the hash of addresses that chooses the slice; within a slice,
 * lines are numbered consecutively before they are shared out to sets; a write marks its sector
 * changed only if the 4 bits change.
 */
public final class MetadataCache {
  /** Bytes of metadata that a miss brings. */
  public static final int SECTOR_BYTES = 32;

  /** Bytes of a line, in sectors. */
  public static final int LINE_BYTES = 128;

  /**
   * How large the cache is.
   *
   * @param slices memory controllers: a power of two
   * @param sliceBytes of each slice
   * @param ways lines in a set
   */
  public record Shape(int slices, int sliceBytes, int ways) {
    /** The 64 KiB of the paper's section III, a slice for each of 8 memory controllers. */
    public static final Shape DEFAULT = new Shape(8, 8 << 10, 4);

    /** The 4 KiB a memory controller of the paper's section III-C and evaluation. */
    public static final Shape EVALUATED = new Shape(8, 4 << 10, 4);

    /**
     * @throws IllegalArgumentException if a slice has no set, or the slices are no power of two
     */
    public Shape {
      if (Integer.bitCount(slices) != 1 || ways < 1 || sliceBytes < ways * LINE_BYTES) {
        throw new IllegalArgumentException(
            "no metadata cache has %d slices of %d B in %d ways"
                .formatted(slices, sliceBytes, ways));
      }
    }

    /** Bytes of all slices. */
    public long bytes() {
      return (long) slices * sliceBytes;
    }
  }

  private final Slice[] slices;
  private final int sliceMask;

  /** An empty cache. */
  public MetadataCache(Shape shape) {
    slices = new Slice[shape.slices()];
    sliceMask = shape.slices() - 1;
    for (int i = 0; i < slices.length; i++) {
      slices[i] =
          new Slice(
              new SectoredTags(shape.sliceBytes() / (LINE_BYTES * shape.ways()), shape.ways()),
              8 + Integer.numberOfTrailingZeros(shape.slices()));
    }
  }

  /**
   * Looks up the metadata at an address of device memory.
   *
   * @param changes whether the access changes them
   */
  public void access(long metadataAddress, boolean changes, Transfers transfers) {
    if (transfers.isFree()) {
      return;
    }
    transfers.metadataAccesses++;
    transfers.needMetadata(metadataAddress / SECTOR_BYTES);
    slices[slice(metadataAddress)].access(metadataAddress, changes, transfers);
  }

  /** The slice, and memory controller, of an address. */
  public int slice(long a) {
    return (int) ((a >> 8) ^ (a >> 11) ^ (a >> 14) ^ (a >> 17)) & sliceMask;
  }

  private static final class Slice {
    private final SectoredTags tags;

    /** Address bits below it choose the slice, or lie in a pair of lines. */
    private final int pairShift;

    /** By slot: where its line begins. */
    private final long[] addresses;

    Slice(SectoredTags tags, int pairShift) {
      this.tags = tags;
      this.pairShift = pairShift;
      addresses = new long[tags.slots()];
    }

    synchronized void access(long address, boolean changes, Transfers transfers) {
      // The bits between choose the slice, given those above.
      long line = ((address >>> pairShift) << 1) | ((address >>> 7) & 1);
      int sector = (int) (address >>> 5) & 3;
      int slot = tags.find(line);
      if (slot < 0) {
        slot = tags.victim(line);
        writeBack(slot, transfers);
        tags.put(slot, line);
        addresses[slot] = address & -LINE_BYTES;
      } else {
        tags.use(slot);
      }
      if ((tags.valid(slot) & 1 << sector) == 0) {
        transfers.metadataMisses++;
        transfers.readMetadata(address / SECTOR_BYTES, address & -SECTOR_BYTES, 1);
        tags.markValid(slot, 1 << sector);
      }
      if (changes) {
        tags.markDirty(slot, 1 << sector);
      }
    }

    private void writeBack(int slot, Transfers transfers) {
      int dirty = tags.dirty(slot);
      transfers.metadataWritebacks += Integer.bitCount(dirty);
      for (; dirty != 0; dirty &= dirty - 1) {
        long address = addresses[slot] + (long) SECTOR_BYTES * Integer.numberOfTrailingZeros(dirty);
        transfers.writeMetadata(address / SECTOR_BYTES, address, 1);
      }
    }
  }
}
