package dev.magpie.memory;

import java.lang.foreign.MemorySegment;

/**
 * A memory that keeps its blocks compressed. What is read is what was written, and each access
 * counts what it moved into the {@link Transfers} that the caller brings, which a timing model then
 * turns into time. No access allocates.
 */
public interface CompressedMemory extends AutoCloseable {

  /** Bytes that are compressed together, and that an access to a block moves. */
  int blockBytes();

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
