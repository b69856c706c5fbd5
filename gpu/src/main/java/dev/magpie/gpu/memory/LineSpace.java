package dev.magpie.gpu.memory;

import dev.magpie.memory.CompressedMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Which lines are in which compressed memory, and which channels have that memory's places: a
 * memory for each controller, or one for all. What the host has written is taken over before the
 * first request of a kernel, at no simulated time.
 */
interface LineSpace extends AutoCloseable {
  /** Whether a line is compressed; others move as they are. */
  boolean contains(long line);

  /** Whether other lines move as a whole, too. */
  boolean movesAllWhole();

  /** What follows is about this line, which is compressed. */
  void select(int slice, long line);

  CompressedMemory memory();

  /** Where in the memory the line is. */
  long address();

  /** The {@link LineDigest} of the line as it was written last. */
  int digest();

  void setDigest(int digest);

  /** The codec of the line's memory, and what it takes. */
  LineCodec codec();

  /** The channel that has a place of the line's memory. */
  int channel(long place);

  /** Where in that channel it is. */
  long inChannel(long place);

  /** From a place on, the bytes that follow one another in its channel. */
  long contiguousBytes(long place);

  /** Metadata that are on their way to a controller, or to all. */
  AwaitedMetadata awaitedMetadata(int controller);

  /**
   * Takes over what the host has allocated and written.
   *
   * @param written ranges of addresses since the last time: from, to
   */
  void settle(List<long[]> written);

  /** A line moves, as it is decoded: codecs that are trained online learn from it. */
  default void moves(MemorySegment line) {}

  /** Says that they have learned. */
  default void endTraining() {}

  /** Says how much latency the program hides, to codecs that adapt to it. */
  default void setLatencyTolerance(double cycles) {}

  @Override
  void close();
}
