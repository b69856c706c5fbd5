package dev.magpie.gpu.memory;

import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.ptx.HostCopy;
import java.util.List;

/**
 * The memory beyond the L1s of all multiprocessors. It has no clock that ticks: it knows when it
 * next has something to do. All times are cycles of the core clock.
 */
public interface MemorySystem extends AutoCloseable {
  /** Is told what has happened, in the order of the cycles in which it does. */
  interface Listener {
    /**
     * The data of a read, or the old values of an atomic, are at the multiprocessor.
     *
     * @param fetched sectors that came from beyond the L2 for it; those that others fetched, too,
     *     count for them
     */
    void answered(int multiprocessor, int tag, int fetched, long cycle);

    /** A write or reduction is where all multiprocessors see it; the same for it. */
    void written(int multiprocessor, int tag, int fetched, long cycle);

    /** A multiprocessor that was refused may offer again. */
    void hasRoom(int multiprocessor, long cycle);

    /**
     * A codec's work is a multiprocessor's, which {@link MemorySystem#assisted} is to be told of.
     *
     * @param ticket what it will be known by
     * @param instructions that a warp has to execute
     * @param isUrgent whether a program waits for it
     * @return whether it will be done; if not, nobody waits for it
     */
    default boolean assist(
        int multiprocessor, int ticket, int instructions, boolean isUrgent, long cycle) {
      return false;
    }
  }

  /**
   * Offers a request; there is room for a finite number.
   *
   * @param cycle now; not before any that was advanced to
   * @param line address of a line
   * @param sectors touched, bit 0 for the first
   * @param fullSectors of a write: those of which every byte is written
   * @param lanes of an atomic: operations, executed one after the other
   * @param tag what the answer will be known by
   * @return whether it was accepted; if not, {@link Listener#hasRoom} will say when to try again
   */
  boolean offer(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag);

  /**
   * The host has written to a range of addresses, while no kernel runs; that takes no simulated
   * time.
   */
  default void hostWrote(long address, long bytes) {}

  /**
   * The host copies, while no kernel runs.
   *
   * @return the cycle at which the copy is done
   */
  default long hostCopies(long cycle, HostCopy copy) {
    return cycle;
  }

  /** A multiprocessor has done what {@link Listener#assist} asked for, by some cycle. */
  default void assisted(int ticket, long cycle) {}

  /** The next cycle in which something happens; {@link Long#MAX_VALUE} if nothing is under way. */
  long nextEvent();

  /** Lets happen what happens up to a cycle, that one included. */
  void advanceTo(long cycle);

  /**
   * Is told how much latency the program hides at present, for codecs that adapt to it.
   *
   * @param cycles for how long there is other work
   */
  default void setLatencyTolerance(double cycles) {}

  /** Codecs that are trained online have seen enough. */
  default void endTraining() {}

  /** What cannot go on in it, a line each: for the report of a kernel that does not end. */
  default List<String> waiting() {
    return List.of();
  }

  /**
   * Compares all lines of which it has bytes of its own with what was written to them last.
   *
   * @return how many
   * @throws IllegalStateException if one has other bytes
   */
  default long checkLines() {
    return 0;
  }

  /** What it has done so far. */
  default MemoryCounters counters() {
    return new MemoryCounters();
  }

  /** What each channel of the DRAM has done so far. */
  default List<ChannelCounters> channels() {
    return List.of();
  }

  /** Gives back what it holds. */
  @Override
  default void close() {}
}
