package dev.magpie.memory.layout;

import dev.magpie.codec.Granularity;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A memory of numbered blocks from 0 on, as a memory controller sees its own. Addresses are block
 * numbers times the block size. Transfers are counted in bursts of the MAG. Not thread-safe: a
 * controller, or a thread, has its own.
 *
 * <p>A layout extends it, and says how a block is fetched, stored and how many bytes all takes; its
 * {@link LayoutFamily} stands in {@link Layouts}.
 *
 * <pre>{@code
 * try (BlockMemory memory =
 *     Layouts.create("lcp", Codecs.create("mag-bdi", Granularity.DEFAULT), Granularity.DEFAULT,
 *         1 << 20)) {
 *   memory.write(17, source, 0, transfers);
 *   memory.read(17, target, 0, transfers);
 * }
 * }</pre>
 */
public abstract class BlockMemory implements CompressedMemory {
  private final Map<Long, Arena> arenas = new HashMap<>();
  private final Transfers free = Transfers.free();
  private final int blockShift;
  private long blocks;
  private boolean isClosed;

  /** Bytes of a block, and of a burst. */
  protected final int blockBytes;

  protected final int burstBytes;

  /** Bursts of a block that is not compressed. */
  protected final int rawBursts;

  /**
   * @throws IllegalArgumentException if there are no blocks
   */
  protected BlockMemory(Granularity granularity, long blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException("a memory has at least 1 block, not " + blocks);
    }
    this.blocks = blocks;
    blockBytes = granularity.blockBytes();
    blockShift = Integer.numberOfTrailingZeros(blockBytes);
    burstBytes = granularity.magBytes();
    rawBursts = granularity.granulesPerBlock();
  }

  /** Memory that lives as long as this one does, filled with zeros. */
  protected final MemorySegment reserve(long bytes) {
    if (isClosed) {
      throw new IllegalStateException("the memory is closed");
    }
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = arena.allocate(bytes, 64);
      arenas.put(memory.address(), arena);
      return memory;
    } catch (Throwable e) {
      arena.close();
      close();
      throw e;
    }
  }

  /** More memory in place of what was reserved, with the same bytes and then zeros. */
  protected final MemorySegment enlarge(MemorySegment reserved, long bytes) {
    if (bytes <= reserved.byteSize()) {
      return reserved;
    }
    MemorySegment larger = reserve(bytes).copyFrom(reserved);
    Arena before = arenas.remove(reserved.address());
    if (before != null) {
      before.close();
    }
    return larger;
  }

  public final long blocks() {
    return blocks;
  }

  @Override
  public final int blockBytes() {
    return blockBytes;
  }

  @Override
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
    if ((address & (blockBytes - 1)) != 0) {
      throw new IllegalArgumentException("address %#x is not that of a block".formatted(address));
    }
    return address >> blockShift;
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

  /**
   * Makes room for more blocks, which read as zeros.
   *
   * @throws IllegalArgumentException if they are fewer
   */
  public final void grow(long toBlocks) {
    if (toBlocks < blocks) {
      throw new IllegalArgumentException(
          "a memory of %d blocks does not grow to %d".formatted(blocks, toBlocks));
    }
    resize(toBlocks);
    blocks = toBlocks;
  }

  /** Reads a block, and tells what that moves. */
  protected abstract void fetch(long block, MemorySegment target, long offset, Transfers transfers);

  /** Writes a block, and tells what that moves. */
  protected abstract void store(long block, MemorySegment source, long offset, Transfers transfers);

  /** Puts data into blocks at no cost; layouts that lay out several at once do so here. */
  protected void place(long first, long count, MemorySegment source, long offset) {
    for (long i = 0; i < count; i++) {
      store(first + i, source, offset + i * blockBytes, free);
    }
  }

  /** Makes room for so many blocks, at least as many as there are: see {@link #enlarge}. */
  protected abstract void resize(long toBlocks);

  /** Device memory that the data take as they are now. */
  public abstract long dataBytes();

  /** Device memory that metadata of so many blocks take, where they are not among the data. */
  public abstract long metadataBytes(long ofBlocks);

  /** Device memory that the metadata take, where they are not among the data. */
  public final long metadataBytes() {
    return metadataBytes(blocks);
  }

  @Override
  public void close() {
    isClosed = true;
    arenas.values().forEach(Arena::close);
    arenas.clear();
  }
}
