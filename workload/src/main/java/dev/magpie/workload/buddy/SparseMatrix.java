package dev.magpie.workload.buddy;

import dev.magpie.workload.series.Lcg;
import java.util.Arrays;

/**
 * A symmetric sparse matrix in compressed rows, the same as NPB CG's: the sum of outer products of
 * sparse random vectors, whose weights fall to a tenth, and a shifted diagonal.
 */
final class SparseMatrix {
  private static final double CONDITION = 0.1;
  private static final long SEED = 314_159_265;

  /** Where each row begins, and where the last one ends. */
  final int[] rowStart;

  /** Of each element, ascending in a row. */
  final int[] column;

  final double[] value;

  private SparseMatrix(int[] rowStart, int[] column, double[] value) {
    this.rowStart = rowStart;
    this.column = column;
    this.value = value;
  }

  /**
   * The matrix of a class of NPB.
   *
   * @param nonzeros of each random vector, which may have one more on the diagonal
   */
  static SparseMatrix random(int rows, int nonzeros, double shift) {
    int[][] places = new int[rows][];
    double[][] values = new double[rows][];
    int[] room = new int[rows + 1];
    Lcg random = new Lcg(SEED);
    random.next();
    for (int i = 0; i < rows; i++) {
      vector(random, i, rows, nonzeros, places, values);
      for (int place : places[i]) {
        room[place + 1] += places[i].length;
      }
    }
    Arrays.parallelPrefix(room, Integer::sum);

    // Elements of each row as they come; the same one may come several times.
    long[] order = new long[room[rows]];
    double[] parts = new double[room[rows]];
    int[] next = room.clone();
    double weight = 1;
    double ratio = StrictMath.pow(CONDITION, 1.0 / rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < places[i].length; j++) {
        for (int k = 0; k < places[i].length; k++) {
          int at = next[places[i][j]]++;
          order[at] = (long) places[i][k] << 32 | at;
          boolean diagonal = places[i][j] == i && places[i][k] == i;
          parts[at] = weight * values[i][j] * values[i][k] + (diagonal ? CONDITION - shift : 0);
        }
      }
      weight *= ratio;
    }
    return summed(rows, room, order, parts);
  }

  /** Places are drawn below the next power of two, as NPB does, until they are rows. */
  private static void vector(
      Lcg random, int row, int rows, int nonzeros, int[][] places, double[][] values) {
    int range = Integer.highestOneBit(2 * rows - 1);
    int[] place = new int[nonzeros + 1];
    double[] value = new double[nonzeros + 1];
    int length = 0;
    int diagonal = nonzeros;
    while (length < nonzeros) {
      double drawn = random.next();
      int at = (int) (random.next() * range);
      if (at < rows && !contains(place, length, at)) {
        diagonal = at == row ? length : diagonal;
        place[length] = at;
        value[length++] = drawn;
      }
    }
    place[diagonal] = row;
    value[diagonal] = 0.5;
    length = Math.max(length, diagonal + 1);
    places[row] = Arrays.copyOf(place, length);
    values[row] = Arrays.copyOf(value, length);
  }

  private static boolean contains(int[] places, int length, int place) {
    for (int i = 0; i < length; i++) {
      if (places[i] == place) {
        return true;
      }
    }
    return false;
  }

  private static SparseMatrix summed(int rows, int[] room, long[] order, double[] parts) {
    int[] rowStart = new int[rows + 1];
    int[] column = new int[order.length];
    double[] value = new double[order.length];
    int length = 0;
    for (int row = 0; row < rows; row++) {
      Arrays.sort(order, room[row], room[row + 1]);
      for (int at = room[row]; at < room[row + 1]; at++) {
        int place = (int) (order[at] >>> 32);
        if (length == rowStart[row] || column[length - 1] != place) {
          column[length++] = place;
        }
        value[length - 1] += parts[(int) order[at]];
      }
      rowStart[row + 1] = length;
    }
    return new SparseMatrix(rowStart, Arrays.copyOf(column, length), Arrays.copyOf(value, length));
  }
}
