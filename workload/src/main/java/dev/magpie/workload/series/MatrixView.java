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
  /** Columns and terms that are worked on at once, so that they stay in a core's caches. */
  private static final int WIDTH = 512;

  private static final int DEPTH = 64;

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
    for (int from = 0; from < c.columns; from += WIDTH) {
      int width = Math.min(WIDTH, c.columns - from);
      for (int first = 0; first < a.columns; first += DEPTH) {
        int last = Math.min(first + DEPTH, a.columns);
        for (int row = 0; row < c.rows; row++) {
          int to = c.at + row * c.rowStep + from;
          int k = first;
          for (; k + 4 <= last; k += 4) {
            four(a, row, k, b, from, c.values, to, width);
          }
          for (; k < last; k++) {
            one(a.value(row, k), b.values, b.at + k * b.rowStep + from, c.values, to, width);
          }
        }
      }
    }
  }

  private float value(int row, int column) {
    return values[at + row * rowStep + column * columnStep];
  }

  private static void four(
      MatrixView a, int row, int k, MatrixView b, int from, float[] sums, int to, int width) {
    float a0 = a.value(row, k);
    float a1 = a.value(row, k + 1);
    float a2 = a.value(row, k + 2);
    float a3 = a.value(row, k + 3);
    float[] terms = b.values;
    int b0 = b.at + k * b.rowStep + from;
    int b1 = b0 + b.rowStep;
    int b2 = b1 + b.rowStep;
    int b3 = b2 + b.rowStep;
    for (int j = 0; j < width; j++) {
      sums[to + j] =
          Math.fma(
              a0,
              terms[b0 + j],
              Math.fma(
                  a1,
                  terms[b1 + j],
                  Math.fma(a2, terms[b2 + j], Math.fma(a3, terms[b3 + j], sums[to + j]))));
    }
  }

  private static void one(float a, float[] terms, int at, float[] sums, int to, int width) {
    for (int j = 0; j < width; j++) {
      sums[to + j] = Math.fma(a, terms[at + j], sums[to + j]);
    }
  }
}
