package dev.magpie.workload.series;

/**
 * A matrix in a part of an array.
 *
 * @param at index of its first element
 * @param rowStep from a row to the next
 * @param columnStep from a column to the next
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares matrices.
public record MatrixView(
    float[] values, int at, int rows, int columns, int rowStep, int columnStep) {
  /** Row after row without gaps. */
  public static MatrixView of(float[] values, int at, int rows, int columns) {
    return new MatrixView(values, at, rows, columns, columns, 1);
  }

  public MatrixView transposed() {
    return new MatrixView(values, at, columns, rows, columnStep, rowStep);
  }

  /**
   * Adds {@code a} times {@code b} to {@code c}. Terms are added in the same order on every
   * machine.
   *
   * @param c whose rows lie in order, as those of {@code b}
   */
  public static void addProduct(MatrixView c, MatrixView a, MatrixView b) {
    if (c.columnStep != 1
        || b.columnStep != 1
        || c.rows != a.rows
        || c.columns != b.columns
        || a.columns != b.rows) {
      throw new IllegalArgumentException("matrices do not fit");
    }
    new ProductKernel(c, a, b).add();
  }
}
