package dev.magpie.workload.training;

import dev.magpie.ptx.execute.Dim3;

/** Blocks of a product of matrices, whose threads have a column of some rows each. */
final class ProductTile {
  static final int THREADS = 64;

  /** About how many instructions a thread has for a term beside those of its rows. */
  private static final int BESIDE = 10;

  private ProductTile() {}

  /**
   * The rows of a tile with the fewest instructions, where some rows may be outside.
   *
   * @param choices of which there are kernels
   */
  static int rows(int rows, int... choices) {
    int best = choices[0];
    for (int each : choices) {
      best = cost(rows, each) < cost(rows, best) ? each : best;
    }
    return best;
  }

  private static int cost(int rows, int tile) {
    return Math.ceilDiv(rows, tile) * (tile + tile / 4 + BESIDE);
  }

  static Dim3 grid(int rows, int columns, int tile) {
    return new Dim3(Math.ceilDiv(columns, THREADS), Math.ceilDiv(rows, tile), 1);
  }

  static Dim3 block() {
    return Dim3.of(THREADS);
  }
}
