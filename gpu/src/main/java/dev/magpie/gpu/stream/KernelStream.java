package dev.magpie.gpu.stream;

/**
 * One launch of a kernel: executed from PTX, replayed from a recording, or read from a trace of
 * another tool. The timing model takes warps from it and decides when each may go on.
 */
public interface KernelStream {
  /** In which order blocks can begin and end. */
  enum BlockOrder {
    /** Whatever it is, and each may end before the next begins. */
    ANY,
    /**
     * Each may end before the next begins, but they have to begin in the order of their numbers.
     */
    RISING,
    /** All wait for each other. */
    TOGETHER
  }

  /** What is known of it before it runs; always the same. */
  KernelShape shape();

  /** In which order its blocks can begin and end, as far as it says. */
  default BlockOrder blockOrder() {
    return BlockOrder.ANY;
  }

  /**
   * Starts a block.
   *
   * @param number in the grid, x varying fastest
   * @param multiprocessor where it runs
   */
  BlockStream begin(long number, int multiprocessor);

  /** Takes back a block that is done; its warps' streams may be used again. */
  default void end(BlockStream block) {}

  /**
   * Lets blocks take effect, and no time.
   *
   * @param from the first, and {@code to} the one behind the last
   * @param limit of warp-instructions, after which blocks are taken to hang
   * @param written takes what they write
   * @return the warp-instructions that they have issued
   * @throws StuckException if one does not end; what cannot go on may also be told by what executes
   *     it
   */
  default long takeEffect(long from, long to, long limit, WrittenLines written) {
    return FastForward.run(this, from, to, limit, written);
  }
}
