package dev.magpie.memory.layout;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A memory of numbered blocks from 0 on, as a memory controller sees its own. Addresses are block
 * numbers times the block size. Transfers are counted in bursts of the MAG. Not thread-safe: a
 * controller, or a thread, has its own.
 *
 * <pre>{@code
 * try (BlockMemory memory =
 *     new BandwidthMemory(Codecs.create("mag-bdi", Granularity.DEFAULT), Granularity.DEFAULT,
 *         1 << 20, BandwidthMemory.Metadata.DEFAULT)) {
 *   memory.write(17, source, 0, transfers);
 *   memory.read(17, target, 0, transfers);
 * }
 * }</pre>
 */
public abstract sealed class BlockMemory implements CompressedMemory
    permits UncompressedMemory, BandwidthMemory, LcpMemory, AttacheMemory {
  private final long blocks;
  private final Arena arena = Arena.ofShared();
  private final Transfers unasked = new Transfers();
  final int blockBytes;
  final int burstBytes;

  /** Bursts of a block that is not compressed. */
  final int rawBursts;

  BlockMemory(Granularity granularity, long blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException("a memory has at least 1 block, not " + blocks);
    }
    this.blocks = blocks;
    blockBytes = granularity.blockBytes();
    burstBytes = granularity.magBytes();
    rawBursts = granularity.granulesPerBlock();
  }

  /** Memory that lives as long as this one does, filled with zeros. */
  final MemorySegment reserve(long bytes) {
    try {
      return arena.allocate(bytes, 64);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  public final long blocks() {
    return blocks;
  }

  @Override
  public final int blockBytes() {
    return blockBytes;
  }

  /** Bytes that a burst moves. */
  public final int burstBytes() {
    return burstBytes;
  }

  /**
   * Reads a block.
   *
   * @throws IndexOutOfBoundsException if there is none of this number, or the target is too small
   */
  public final void read(long block, MemorySegment target, long offset, Transfers transfers) {
    Objects.checkIndex(block, blocks);
    Objects.checkFromIndexSize(offset, blockBytes, target.byteSize());
    transfers.reads++;
    fetch(block, target, offset, transfers);
  }

  /**
   * Writes a block.
   *
   * @throws IndexOutOfBoundsException if there is none of this number, or the source is too small
   */
  public final void write(long block, MemorySegment source, long offset, Transfers transfers) {
    Objects.checkIndex(block, blocks);
    Objects.checkFromIndexSize(offset, blockBytes, source.byteSize());
    transfers.writes++;
    store(block, source, offset, transfers);
  }

  @Override
  public final void readBlock(
      long address, MemorySegment target, long offset, Transfers transfers) {
    read(blockAt(address), target, offset, transfers);
  }

  @Override
  public final void writeBlock(
      long address, MemorySegment source, long offset, Transfers transfers) {
    write(blockAt(address), source, offset, transfers);
  }

  private long blockAt(long address) {
    if (address % blockBytes != 0) {
      throw new IllegalArgumentException("address %#x is not that of a block".formatted(address));
    }
    return address / blockBytes;
  }

  /**
   * Puts data into consecutive blocks at no cost, as a copy from the host does before a program
   * starts.
   *
   * @param count of blocks
   */
  public final void load(long first, long count, MemorySegment source, long offset) {
    Objects.checkFromIndexSize(first, count, blocks);
    Objects.checkFromIndexSize(offset, count * blockBytes, source.byteSize());
    place(first, count, source, offset);
  }

  void place(long first, long count, MemorySegment source, long offset) {
    for (long i = 0; i < count; i++) {
      store(first + i, source, offset + i * blockBytes, unasked);
    }
  }

  abstract void fetch(long block, MemorySegment target, long offset, Transfers transfers);

  abstract void store(long block, MemorySegment source, long offset, Transfers transfers);

  /** Device memory that the data take as they are now. */
  public abstract long dataBytes();

  /** Device memory that the metadata take, where they are not among the data. */
  public abstract long metadataBytes();

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
