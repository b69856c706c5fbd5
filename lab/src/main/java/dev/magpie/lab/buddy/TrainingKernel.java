package dev.magpie.lab.buddy;

/**
 * A kernel of a step of training, as far as its time on a {@link TitanV} goes.
 *
 * @param blocks of which a multiprocessor executes one at a time; 0 where only bytes count
 * @param blockFlops operations of a block, of its whole tile
 * @param bytes that have to move, each once
 */
record TrainingKernel(long blocks, double blockFlops, double bytes) {
  /** Rows and columns of the tile of a product that a block computes, as in our kernels; [O]. */
  static final int TILE = 64;

  /** From one kernel to the next; [O]. */
  static final double LAUNCH_SECONDS = 5e-6;

  private static final double ELEMENT_BYTES = 4;

  /** Moves elements and hardly computes. */
  static TrainingKernel moving(double elements) {
    return new TrainingKernel(0, 0, ELEMENT_BYTES * elements);
  }

  /**
   * Products of matrices.
   *
   * @param copies of them
   * @param elements that move
   */
  static TrainingKernel product(
      long rows, long columns, double depth, long copies, double elements) {
    return new TrainingKernel(
        Math.ceilDiv(rows, TILE) * Math.ceilDiv(columns, TILE) * copies,
        2.0 * TILE * TILE * depth,
        ELEMENT_BYTES * elements);
  }

  /**
   * The slower of arithmetic and bytes. Blocks go in waves, each as long as a block takes: {@code
   * flops / (peak x occupancy of whole waves)}.
   */
  double seconds() {
    long waves = Math.ceilDiv(blocks, TitanV.MULTIPROCESSORS);
    double arithmetic = waves * blockFlops * TitanV.MULTIPROCESSORS / TitanV.FLOPS_PER_SECOND;
    return Math.max(arithmetic, bytes / TitanV.BYTES_PER_SECOND) + LAUNCH_SECONDS;
  }
}
