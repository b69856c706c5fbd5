package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.PtxException;

/**
 * The size of a grid in blocks, or of a block in threads.
 *
 * @param x the dimension that varies fastest
 */
public record Dim3(int x, int y, int z) {

  /**
   * @throws PtxException if a dimension is not positive
   */
  public Dim3 {
    if (x <= 0 || y <= 0 || z <= 0) {
      throw new PtxException("a grid or block of %d x %d x %d is empty".formatted(x, y, z));
    }
  }

  public static Dim3 of(int x) {
    return new Dim3(x, 1, 1);
  }

  public static Dim3 of(int x, int y) {
    return new Dim3(x, y, 1);
  }

  /** How many there are in all. */
  public long count() {
    return (long) x * y * z;
  }

  @Override
  public String toString() {
    return "(%d,%d,%d)".formatted(x, y, z);
  }
}
