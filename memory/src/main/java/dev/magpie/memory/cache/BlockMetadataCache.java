package dev.magpie.memory.cache;

import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;

/**
 * The metadata cache of a memory controller, in front of a table with some bits for each block of
 * the controller, packed (MAG paper, section IV-D). A miss fetches a whole line; lines are replaced
 * least recently used first, and written back if they have changed. It counts only; what the
 * metadata are, the memory keeps. Not thread-safe.
 */
public final class BlockMetadataCache {
  /**
   * How large the cache is.
   *
   * @param bytes of all its lines
   * @param ways lines in a set
   * @param lineBytes of a line, and of a transfer of metadata
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

  /** Where lines are in device memory: told to {@link Transfers} as they move. */
  public interface Lines {
    /** A line is fetched. */
    void read(long line, Transfers transfers);

    /** A line that has changed is written back. */
    void write(long line, Transfers transfers);
  }

  private final SectoredTags tags;
  private final int bitsPerBlock;
  private final long lineBits;
  private final Lines lines;

  /**
   * A cache of a table that begins at {@link CompressedMemory#TABLE}.
   *
   * @param bitsPerBlock of metadata: at least 1, and no more than a line holds
   * @param burstBytes that an access to memory moves
   */
  public BlockMetadataCache(Shape shape, int bitsPerBlock, int burstBytes) {
    this(shape, bitsPerBlock, new Table(shape.lineBytes(), burstBytes));
  }

  /**
   * A cache of metadata that stand elsewhere.
   *
   * @param bitsPerBlock of metadata: at least 1, and no more than a line holds
   */
  public BlockMetadataCache(Shape shape, int bitsPerBlock, Lines lines) {
    lineBits = 8L * shape.lineBytes();
    if (bitsPerBlock < 1 || bitsPerBlock > lineBits) {
      throw new IllegalArgumentException(
          "a line of %d B cannot hold %d bits a block".formatted(shape.lineBytes(), bitsPerBlock));
    }
    this.bitsPerBlock = bitsPerBlock;
    this.lines = lines;
    tags = new SectoredTags(shape.bytes() / (shape.ways() * shape.lineBytes()), shape.ways());
  }

  /** Lines one behind the other. */
  private record Table(int lineBytes, int burstBytes) implements Lines {
    @Override
    public void read(long line, Transfers transfers) {
      transfers.readMetadata(line, address(line), Math.ceilDiv(lineBytes, burstBytes));
    }

    @Override
    public void write(long line, Transfers transfers) {
      transfers.writeMetadata(line, address(line), Math.ceilDiv(lineBytes, burstBytes));
    }

    private long address(long line) {
      return CompressedMemory.TABLE + line * lineBytes;
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
    long first = firstLine(block);
    boolean missed = touch(first, changes, transfers);
    long last = lastLine(block);
    if (last != first) {
      missed |= touch(last, changes, transfers);
    }
    transfers.metadataMisses += missed ? 1 : 0;
  }

  /** Looks up a line; the result is whether it had to be fetched. */
  private boolean touch(long line, boolean changes, Transfers transfers) {
    transfers.needMetadata(line);
    int slot = tags.find(line);
    boolean missed = slot < 0;
    if (missed) {
      slot = tags.victim(line);
      if (tags.dirty(slot) != 0) {
        transfers.metadataWritebacks++;
        lines.write(tags.line(slot), transfers);
      }
      tags.put(slot, line);
      lines.read(line, transfers);
    } else {
      tags.use(slot);
    }
    if (changes) {
      tags.markDirty(slot, 1);
    }
    return missed;
  }

  /** The line of the table in which a block's metadata start. */
  public long firstLine(long block) {
    return block * bitsPerBlock / lineBits;
  }

  /** The line of the table in which a block's metadata end. */
  public long lastLine(long block) {
    return ((block + 1) * bitsPerBlock - 1) / lineBits;
  }

  /** Bytes of the table for so many blocks, in whole lines. */
  public long tableBytes(long blocks) {
    return Math.ceilDiv(blocks * bitsPerBlock, lineBits) * (lineBits / Byte.SIZE);
  }
}
