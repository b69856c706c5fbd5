package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** A memory behind the L2 that has bytes of its own, beside those that the program sees. */
interface HeldLines extends AutoCloseable {
  /**
   * Takes over what the host has allocated and written, at no cost.
   *
   * @param written ranges of addresses since the last time: from, to
   */
  void settle(List<long[]> written);

  /** Whether it holds a line. */
  boolean contains(long line);

  /**
   * Compares a line that it holds with what was written to it last, at no cost.
   *
   * @throws IllegalStateException if it has other bytes
   */
  void check(int slice, long line);

  /** What the memory has of a line, decoded, at no cost. */
  void peek(int slice, long line, MemorySegment target);

  @Override
  void close();
}
