package dev.magpie.gpu.stream;

/** The instructions of a warp, one after the other. */
public interface WarpStream {
  /** Whether it can go on. */
  enum State {
    RUNNING,
    /** At a barrier; it runs again when another warp of the block has come to it. */
    WAITING,
    DONE
  }

  State state();

  /** The number of the instruction that it issues next; only while it runs. */
  int next();

  /** The lanes that will take part in it; 0 if its guard is false for all. */
  int mask();

  /**
   * Issues the next instruction: it takes effect now, on the memory and on the state of this warp
   * and, at a barrier, of others of its block.
   *
   * @param cycle of the core, which the kernel's clock shows
   * @param access is emptied, and told what the instruction asks of memory
   */
  void issue(long cycle, MemoryAccess access);
}
