package dev.magpie.memory.cache;

import dev.magpie.memory.Transfers;
import java.util.Objects;

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

  private final SectoredTags tags;
  private final int bitsPerBlock;
  private final long lineBits;
  private final int lineBursts;

  /** Of the last access, which touches two lines at most. */
  private final long[] fetched = new long[2];

  private final long[] writtenBack = new long[2];
  private int fetches;
  private int writebacks;

  /**
   * @param bitsPerBlock of metadata: at least 1, and no more than a line holds
   * @param burstBytes that an access to memory moves
   */
  public BlockMetadataCache(Shape shape, int bitsPerBlock, int burstBytes) {
    lineBits = 8L * shape.lineBytes();
    if (bitsPerBlock < 1 || bitsPerBlock > lineBits) {
      throw new IllegalArgumentException(
          "a line of %d B cannot hold %d bits a block".formatted(shape.lineBytes(), bitsPerBlock));
    }
    this.bitsPerBlock = bitsPerBlock;
    tags = new SectoredTags(shape.bytes() / (shape.ways() * shape.lineBytes()), shape.ways());
    lineBursts = Math.ceilDiv(shape.lineBytes(), burstBytes);
  }

  /**
   * Looks up the metadata of a block.
   *
   * @param changes whether the access changes them
   */
  public void access(long block, boolean changes, Transfers transfers) {
    transfers.metadataAccesses++;
    fetches = 0;
    writebacks = 0;
    long first = firstLine(block);
    touch(first, changes, transfers);
    long last = lastLine(block);
    if (last != first) {
      touch(last, changes, transfers);
    }
    transfers.metadataMisses += missed() ? 1 : 0;
  }

  private void touch(long line, boolean changes, Transfers transfers) {
    int slot = tags.find(line);
    if (slot < 0) {
      slot = tags.victim(line);
      if (tags.dirtySectors(slot) != 0) {
        writtenBack[writebacks++] = tags.line(slot);
        transfers.metadataWritebacks++;
        transfers.metadataWrites += lineBursts;
      }
      tags.put(slot, line);
      fetched[fetches++] = line;
      transfers.metadataReads += lineBursts;
    } else {
      tags.use(slot);
    }
    if (changes) {
      tags.setDirty(slot, 0, true);
    }
  }

  /** Empties the cache, without writing back. */
  public void clear() {
    tags.clear();
  }

  /** Whether the last access had to fetch from memory, so that the data read waits. */
  public boolean missed() {
    return fetches > 0;
  }

  /** Lines that the last access fetched: two if the metadata of its block are in two. */
  public int fetches() {
    return fetches;
  }

  /** A line that the last access fetched. */
  public long fetched(int i) {
    return fetched[Objects.checkIndex(i, fetches)];
  }

  /** Lines that the last access wrote back. */
  public int writebacks() {
    return writebacks;
  }

  /** A line that the last access wrote back. */
  public long writtenBack(int i) {
    return writtenBack[Objects.checkIndex(i, writebacks)];
  }

  /** The line of the table in which a block's metadata start. */
  public long firstLine(long block) {
    return block * bitsPerBlock / lineBits;
  }

  /** The line of the table in which a block's metadata end. */
  public long lastLine(long block) {
    return ((block + 1) * bitsPerBlock - 1) / lineBits;
  }

  /** Bytes of a line. */
  public int lineBytes() {
    return (int) (lineBits / Byte.SIZE);
  }

  /** Bytes of the table for so many blocks, in whole lines. */
  public long tableBytes(long blocks) {
    return Math.ceilDiv(blocks * bitsPerBlock, lineBits) * (lineBits / Byte.SIZE);
  }
}
