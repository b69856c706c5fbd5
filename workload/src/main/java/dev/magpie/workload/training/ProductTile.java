package dev.magpie.workload.training;

import dev.magpie.ptx.execute.Dim3;
import java.util.Arrays;

/**
 * Blocks of a product of matrices: a thread has some rows of a column.
 *
 * @param rows of a tile
 * @param slices of a block, which share the terms
 */
record ProductTile(int rows, int slices) {
  private static final int COLUMNS = 64;

  /** Blocks that a product has if it can, so that multiprocessors have some. */
  private static final int BLOCKS = 32;

  /** Terms that a slice has at a time. */
  private static final int TERMS = 16;

  /** About how many instructions a thread has for a term beside those of its rows. */
  private static final int BESIDE = 10;

  /**
   * The tile with the fewest instructions of those that leave enough blocks; where none does, one
   * of at most 16 rows that is sliced.
   *
   * @param choices rows that there are kernels of, rising
   */
  static ProductTile of(int rows, int columns, int terms, int... choices) {
    int best = cheapest(rows, choices);
    if (blocks(rows, columns, best) >= BLOCKS) {
      return new ProductTile(best, 1);
    }
    int flat = Arrays.stream(choices).filter(each -> each <= 16).max().orElse(best);
    int sliced = Math.min(best, flat);
    return new ProductTile(sliced, terms > 8 * TERMS ? 4 : 1);
  }

  /** Rows of a tile with the fewest instructions, where some may be outside. */
  static int cheapest(int rows, int... choices) {
    int best = choices[0];
    for (int each : choices) {
      best = cost(rows, each) < cost(rows, best) ? each : best;
    }
    return best;
  }

  private static int cost(int rows, int tile) {
    return Math.ceilDiv(rows, tile) * (tile + tile / 4 + BESIDE);
  }

  private static int blocks(int rows, int columns, int tile) {
    return Math.ceilDiv(columns, COLUMNS) * Math.ceilDiv(rows, tile);
  }

  String kernel(String name) {
    return "%s_%d_%d".formatted(name, rows, slices);
  }

  Dim3 grid(int allRows, int columns) {
    return new Dim3(Math.ceilDiv(columns, COLUMNS), Math.ceilDiv(allRows, rows), 1);
  }

  Dim3 block() {
    return Dim3.of(COLUMNS * slices);
  }
}
