package dev.magpie.gpu.stream;

/**
 * One launch of a kernel: executed from PTX, replayed from a recording, or read from a trace of
 * another tool. The timing model takes warps from it and decides when each may go on.
 */
public interface KernelStream {
  /** What is known of it before it runs; always the same. */
  KernelShape shape();

  /**
   * Starts a block.
   *
   * @param number in the grid, x varying fastest
   * @param multiprocessor where it runs
   */
  BlockStream begin(long number, int multiprocessor);

  /** Takes back a block that is done; its warps' streams may be used again. */
  default void end(BlockStream block) {}
}
