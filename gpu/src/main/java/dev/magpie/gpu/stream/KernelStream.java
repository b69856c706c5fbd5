package dev.magpie.gpu.stream;

import java.util.List;

/**
 * One launch of a kernel: executed from PTX, replayed from a recording, or read from a trace of
 * another tool. The timing model takes warps from it and decides when each may go on.
 */
public interface KernelStream {
  /** The kernel's name. */
  String name();

  /** Blocks of the grid. */
  long blocks();

  /** Threads of a block. */
  int threadsPerBlock();

  /** Registers of 32 bits that a thread takes of the multiprocessor. */
  int registersPerThread();

  /** Shared memory that a block takes, in bytes. */
  int sharedBytesPerBlock();

  /** Physical address from which on blocks' local memory has its places. */
  default long localStart() {
    return 0;
  }

  /**
   * Local memory of a block's threads, in bytes. A block has its place for as long as it runs:
   * which, depends on its multiprocessor, and on which others run there.
   */
  default long localBytesPerBlock() {
    return 0;
  }

  /** Registers that the scoreboard has to tell apart for a warp, predicates among them. */
  int registers();

  /** The kernel's instructions, by number. */
  List<StreamInstruction> instructions();

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
