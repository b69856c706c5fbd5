package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;

/**
 * All that controllers hold in another form than the program sees it in. What the host has written
 * is taken over before the first request of a kernel, at no simulated time.
 */
sealed interface HeldMemory extends AutoCloseable permits CodedMemory, BuddyBackedMemory {
  /** The host has written to a range of addresses, while no kernel runs. */
  void hostWrote(long address, long bytes);

  /** Takes over what the host has allocated and written. */
  void settle();

  /** What is held of a line, decoded. */
  void held(long line, MemorySegment target);

  /** Says how much latency the program hides, to codecs that adapt to it. */
  default void setLatencyTolerance(double cycles) {}

  @Override
  void close();
}
