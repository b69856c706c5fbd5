package dev.magpie.memory;

import java.lang.foreign.MemorySegment;

/**
 * A memory that keeps its blocks compressed. What is read is what was written, and each access
 * tells the {@link Transfers} that the caller brings what it moved and where, which a timing model
 * then turns into time. No access allocates, except where a whole page is laid out anew.
 *
 * <p>Places are addresses of the memory's own device memory, from 0 on.
 */
public interface CompressedMemory extends AutoCloseable {
  /** Where tables of metadata begin that do not stand among the data. */
  long TABLE = 1L << 48;

  /** Bytes that are compressed together, and that an access to a block moves. */
  int blockBytes();

  /** Bytes that a burst moves. */
  int burstBytes();

  /**
   * Reads the block at an address into a segment.
   *
   * @param address a multiple of the block size
   * @throws IndexOutOfBoundsException if no memory is allocated there
   */
  void readBlock(long address, MemorySegment target, long offset, Transfers transfers);

  /**
   * Writes the block at an address from a segment.
   *
   * @param address a multiple of the block size
   * @throws IndexOutOfBoundsException if no memory is allocated there
   */
  void writeBlock(long address, MemorySegment source, long offset, Transfers transfers);

  /** Gives the memory back; accesses then throw {@link IllegalStateException}. */
  @Override
  void close();
}
