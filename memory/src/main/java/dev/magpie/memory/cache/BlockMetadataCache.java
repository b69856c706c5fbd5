package dev.magpie.memory.cache;

import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import java.util.Locale;

/**
 * The metadata cache of a memory controller, in front of a table with some bits for each block of
 * the controller, packed (MAG paper, section IV-D). A miss fetches a whole line, or the sector of
 * it that is missed (Buddy paper, section III-C). Lines are replaced least recently used first, and
 * what of them has changed is written back. It counts only; what the metadata are, the memory
 * keeps. Not thread-safe.
 */
public final class BlockMetadataCache {
  /**
   * How large the cache is.
   *
   * @param bytes of all its lines
   * @param ways lines in a set
   * @param lineBytes of a line
   */
  public record Shape(int bytes, int ways, int lineBytes) {
    /** 16 KB a memory controller, 4-way, lines of 128 B (MAG paper, section V). */
    public static final Shape DEFAULT = new Shape(16 << 10, 4, 128);

    /**
     * @throws IllegalArgumentException if there is not a whole number of sets
     */
    public Shape {
      if (ways < 1 || lineBytes < 1 || bytes < 1 || bytes % ((long) ways * lineBytes) != 0) {
        throw new IllegalArgumentException(
            "no metadata cache has %d B in %d ways of lines of %d B"
                .formatted(bytes, ways, lineBytes));
      }
    }
  }

  /** What moves between the cache and memory. */
  public enum Unit {
    /** A whole line. */
    LINE,
    /** A sector of a line, of 32 bytes. */
    SECTOR;

    private int bytes(Shape shape) {
      return this == LINE ? shape.lineBytes() : MetadataCache.SECTOR_BYTES;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where units are in device memory: told to {@link Transfers} as they move. */
  public interface Places {
    /** A unit is fetched. */
    void read(long unit, Transfers transfers);

    /** A unit that has changed is written back. */
    void write(long unit, Transfers transfers);
  }

  private final SectoredTags tags;
  private final int bitsPerBlock;
  private final long unitBits;
  private final int unitsOfLine;
  private final Places places;

  /**
   * A cache of a table that begins at {@link CompressedMemory#TABLE}, of which a miss fetches a
   * line.
   *
   * @param bitsPerBlock of metadata: at least 1, and no more than a line holds
   * @param burstBytes that an access to memory moves
   */
  public BlockMetadataCache(Shape shape, int bitsPerBlock, int burstBytes) {
    this(shape, Unit.LINE, bitsPerBlock, burstBytes);
  }

  /**
   * The same of which a miss fetches a unit.
   *
   * @param unit what a miss fetches
   * @param bitsPerBlock of metadata: at least 1, and no more than a unit holds
   * @param burstBytes that an access to memory moves
   */
  public BlockMetadataCache(Shape shape, Unit unit, int bitsPerBlock, int burstBytes) {
    this(shape, unit, bitsPerBlock, new Table(unit.bytes(shape), burstBytes));
  }

  /**
   * A cache of metadata that stand elsewhere, of which a miss fetches a line.
   *
   * @param bitsPerBlock of metadata: at least 1, and no more than a line holds
   */
  public BlockMetadataCache(Shape shape, int bitsPerBlock, Places places) {
    this(shape, Unit.LINE, bitsPerBlock, places);
  }

  private BlockMetadataCache(Shape shape, Unit unit, int bitsPerBlock, Places places) {
    int unitBytes = unit.bytes(shape);
    unitBits = 8L * unitBytes;
    if (bitsPerBlock < 1 || bitsPerBlock > unitBits) {
      throw new IllegalArgumentException(
          "a %s of %d B cannot hold %d bits a block".formatted(unit, unitBytes, bitsPerBlock));
    }
    unitsOfLine = shape.lineBytes() / unitBytes;
    if (unitsOfLine * unitBytes != shape.lineBytes()) {
      throw new IllegalArgumentException(
          "a line of %d B has no whole number of sectors of %d B"
              .formatted(shape.lineBytes(), unitBytes));
    }
    this.bitsPerBlock = bitsPerBlock;
    this.places = places;
    tags = new SectoredTags(shape.bytes() / (shape.ways() * shape.lineBytes()), shape.ways());
  }

  /** Units one behind the other. */
  private record Table(int unitBytes, int burstBytes) implements Places {
    @Override
    public void read(long unit, Transfers transfers) {
      transfers.readMetadata(unit, address(unit), Math.ceilDiv(unitBytes, burstBytes));
    }

    @Override
    public void write(long unit, Transfers transfers) {
      transfers.writeMetadata(unit, address(unit), Math.ceilDiv(unitBytes, burstBytes));
    }

    private long address(long unit) {
      return CompressedMemory.TABLE + unit * unitBytes;
    }
  }

  /**
   * Looks up the metadata of a block; nothing happens if that is at no cost.
   *
   * @param changes whether the access changes them
   */
  public void access(long block, boolean changes, Transfers transfers) {
    if (transfers.isFree()) {
      return;
    }
    transfers.metadataAccesses++;
    long first = block * bitsPerBlock / unitBits;
    boolean missed = touch(first, changes, transfers);
    long last = ((block + 1) * bitsPerBlock - 1) / unitBits;
    if (last != first) {
      missed |= touch(last, changes, transfers);
    }
    transfers.metadataMisses += missed ? 1 : 0;
  }

  /** Looks up a unit; the result is whether it had to be fetched. */
  private boolean touch(long unit, boolean changes, Transfers transfers) {
    transfers.needMetadata(unit);
    long line = unit / unitsOfLine;
    int bit = 1 << unit % unitsOfLine;
    int slot = tags.find(line);
    if (slot < 0) {
      slot = tags.victim(line);
      writeBack(slot, transfers);
      tags.put(slot, line);
    } else {
      tags.use(slot);
    }
    boolean missed = (tags.valid(slot) & bit) == 0;
    if (missed) {
      tags.markValid(slot, bit);
      places.read(unit, transfers);
    }
    if (changes) {
      tags.markDirty(slot, bit);
    }
    return missed;
  }

  private void writeBack(int slot, Transfers transfers) {
    long first = tags.line(slot) * unitsOfLine;
    for (int dirty = tags.dirty(slot); dirty != 0; dirty &= dirty - 1) {
      transfers.metadataWritebacks++;
      places.write(first + Integer.numberOfTrailingZeros(dirty), transfers);
    }
  }

  /** Bytes of the table for so many blocks, in whole lines. */
  public long tableBytes(long blocks) {
    long lineBits = unitsOfLine * unitBits;
    return Math.ceilDiv(blocks * bitsPerBlock, lineBits) * (lineBits / Byte.SIZE);
  }
}
