package dev.magpie.workload.trace;

import dev.magpie.workload.series.MatrixView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the array instructions of a traced program call in their place. Each {@link TracedRun} has a
 * class of its own, and so its own recipient.
 */
@SuppressWarnings("unused") // Traced programs call it.
public final class ArrayRecorder {
  /** Rows and columns of a product that a block of threads makes. */
  private static final int BLOCK = 64;

  private static @Nullable ArrayAccesses recipient;

  private ArrayRecorder() {}

  /** Who sees accesses from now on; null for nobody. */
  public static void to(@Nullable ArrayAccesses accesses) {
    recipient = accesses;
  }

  private static void note(Object array, long offset, int bytes, boolean write) {
    ArrayAccesses accesses = recipient;
    if (accesses != null) {
      accesses.access(array, offset, bytes, write);
    }
  }

  public static int load(int[] array, int index) {
    int value = array[index];
    note(array, 4L * index, 4, false);
    return value;
  }

  public static void store(int[] array, int index, int value) {
    array[index] = value;
    note(array, 4L * index, 4, true);
  }

  public static void fill(int[] array, int value) {
    Arrays.fill(array, value);
    note(array, 0, 4 * array.length, true);
  }

  public static void fill(int[] array, int from, int to, int value) {
    Arrays.fill(array, from, to, value);
    note(array, 4L * from, 4 * (to - from), true);
  }

  public static long load(long[] array, int index) {
    long value = array[index];
    note(array, 8L * index, 8, false);
    return value;
  }

  public static void store(long[] array, int index, long value) {
    array[index] = value;
    note(array, 8L * index, 8, true);
  }

  public static void fill(long[] array, long value) {
    Arrays.fill(array, value);
    note(array, 0, 8 * array.length, true);
  }

  public static void fill(long[] array, int from, int to, long value) {
    Arrays.fill(array, from, to, value);
    note(array, 8L * from, 8 * (to - from), true);
  }

  public static float load(float[] array, int index) {
    float value = array[index];
    note(array, 4L * index, 4, false);
    return value;
  }

  public static void store(float[] array, int index, float value) {
    array[index] = value;
    note(array, 4L * index, 4, true);
  }

  public static void fill(float[] array, float value) {
    Arrays.fill(array, value);
    note(array, 0, 4 * array.length, true);
  }

  public static void fill(float[] array, int from, int to, float value) {
    Arrays.fill(array, from, to, value);
    note(array, 4L * from, 4 * (to - from), true);
  }

  public static double load(double[] array, int index) {
    double value = array[index];
    note(array, 8L * index, 8, false);
    return value;
  }

  public static void store(double[] array, int index, double value) {
    array[index] = value;
    note(array, 8L * index, 8, true);
  }

  public static void fill(double[] array, double value) {
    Arrays.fill(array, value);
    note(array, 0, 8 * array.length, true);
  }

  public static void fill(double[] array, int from, int to, double value) {
    Arrays.fill(array, from, to, value);
    note(array, 8L * from, 8 * (to - from), true);
  }

  /** As {@link System#arraycopy}. */
  public static void arraycopy(Object source, int from, Object target, int to, int length) {
    System.arraycopy(source, from, target, to, length);
    int bytes = elementBytes(source);
    if (bytes > 0) {
      note(source, (long) bytes * from, bytes * length, false);
      note(target, (long) bytes * to, bytes * length, true);
    }
  }

  /**
   * As {@link MatrixView#addProduct}. What is told of are the accesses of a device whose blocks
   * each make a square of the product: they read the rows and columns that it takes once.
   */
  public static void addProduct(MatrixView product, MatrixView left, MatrixView right) {
    MatrixView.addProduct(product, left, right);
    if (recipient == null) {
      return;
    }
    for (int row = 0; row < product.rows(); row += BLOCK) {
      int rows = Math.min(BLOCK, product.rows() - row);
      for (int column = 0; column < product.columns(); column += BLOCK) {
        int columns = Math.min(BLOCK, product.columns() - column);
        note(left, row, 0, rows, left.columns(), false);
        note(right, 0, column, right.rows(), columns, false);
        note(product, row, column, rows, columns, false);
        note(product, row, column, rows, columns, true);
      }
    }
  }

  /** A part of a matrix, in runs that lie together. */
  private static void note(
      MatrixView matrix, int row, int column, int rows, int columns, boolean write) {
    int at = matrix.at() + row * matrix.rowStep() + column * matrix.columnStep();
    boolean byRows = matrix.columnStep() == 1;
    int runs = byRows ? rows : columns;
    int step = byRows ? matrix.rowStep() : matrix.columnStep();
    for (int run = 0; run < runs; run++) {
      note(matrix.values(), 4L * (at + run * step), 4 * (byRows ? columns : rows), write);
    }
  }

  private static int elementBytes(Object array) {
    return switch (array) {
      case int[] _, float[] _ -> 4;
      case long[] _, double[] _ -> 8;
      default -> 0;
    };
  }
}
