package dev.magpie.analysis.page;

import dev.magpie.snapshot.Allocation;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A tensor as matrices: its last dimension has the columns, the one before it the rows.
 *
 * @param count of matrices
 * @param columns elements of a row
 * @param elementBytes of each
 * @param exponentBits of elements that are floats, below their sign; 0 of others
 */
record Matrices(long count, long rows, long columns, int elementBytes, int exponentBits) {

  /** Of an array whose elements are no whole bytes, a matrix with a single row of bytes. */
  static Matrices of(Allocation array) {
    int bytes = array.tensor().dtype().bytes();
    List<Long> shape = array.shape();
    long elements = array.bytes() / bytes;
    long columns = shape.isEmpty() ? 1 : shape.getLast();
    boolean whole = product(shape) == elements;
    if (!whole || shape.size() < 2 || elements == 0) {
      return new Matrices(1, 1, elements, bytes, exponentBits(array));
    }
    long rows = shape.get(shape.size() - 2);
    return new Matrices(elements / columns / rows, rows, columns, bytes, exponentBits(array));
  }

  /** 0 of what is too much. */
  private static long product(List<Long> shape) {
    try {
      return shape.stream().reduce(1L, Math::multiplyExact);
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  private static int exponentBits(Allocation array) {
    if (array.order() != ByteOrder.LITTLE_ENDIAN) {
      return 0;
    }
    return switch (array.type()) {
      case "bf16", "f32" -> 8;
      case "f16", "f8_e5m2" -> 5;
      case "f8_e4m3" -> 4;
      default -> 0;
    };
  }

  int mantissaBits() {
    return 8 * elementBytes - 1 - exponentBits;
  }

  /**
   * Columns of all groups of so many rows, the last of which may have fewer.
   *
   * @param groupRows rows that lie together
   */
  long columnsOfGroups(int groupRows) {
    return count * Math.ceilDiv(rows, groupRows) * columns;
  }
}
