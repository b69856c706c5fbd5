package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.PlaneEquation;

/**
 * A plane that grows from one corner of a tile by second-order differences (Morein 2000): three
 * samples at the corner are explicit, and every other one is predicted to continue the last two of
 * its column, or the plane's first two rows. First differences of a rounded plane take two
 * neighbouring values only, so residuals are -1, 0 or 1 on it.
 *
 * <p>Columns are counted from the corner's side and rows from the corner's row.
 */
final class Differences {
  static final int CORNER_BITS = PlaneEquation.DEPTH_BITS + 2 * (PlaneEquation.DEPTH_BITS + 1);
  static final int RESIDUAL_BITS = 2;

  private final int width;
  private final int height;

  /** The plane, also where other samples of the tile are not on it. */
  final int[] depths;

  private boolean fromRight;
  private boolean fromBottom;

  Differences(int width, int height) {
    this.width = width;
    this.height = height;
    depths = new int[width * height];
  }

  /** Whether the tile has the three samples of a corner. */
  static boolean suits(int width, int height) {
    return width > 1 && height > 1;
  }

  void startFrom(boolean right, boolean bottom) {
    fromRight = right;
    fromBottom = bottom;
  }

  /** The index of a sample in its tile. */
  int index(int column, int row) {
    return (fromBottom ? height - 1 - row : row) * width
        + (fromRight ? width - 1 - column : column);
  }

  private int at(int column, int row) {
    return depths[index(column, row)];
  }

  static boolean inCorner(int column, int row) {
    return column + row < 2;
  }

  private int predict(int column, int row) {
    if (row >= 2) {
      return 2 * at(column, row - 1) - at(column, row - 2);
    }
    return row == 0
        ? 2 * at(column - 1, 0) - at(column - 2, 0)
        : at(column, 0) + at(column - 1, 1) - at(column - 1, 0);
  }

  /**
   * Lets the plane follow a column as far as it can, and continues it from there.
   *
   * @param most rows to follow
   * @return rows followed
   */
  int follow(int[] tile, long valid, int column, int most) {
    int followed = 0;
    for (int row = 0; row < height; row++) {
      int index = index(column, row);
      if (inCorner(column, row)) {
        depths[index] = tile[index];
        followed++;
        continue;
      }
      int predicted = predict(column, row);
      depths[index] = predicted;
      if (followed == row && row < most) {
        boolean free = ((valid >>> index) & 1) == 0;
        if (free || Math.abs(tile[index] - predicted) <= 1) {
          depths[index] = free ? predicted : tile[index];
          followed++;
        }
      }
    }
    return followed;
  }

  void writeCorner(BitWriter bits) {
    bits.write(at(0, 0), PlaneEquation.DEPTH_BITS);
    bits.write(at(1, 0) - at(0, 0), PlaneEquation.DEPTH_BITS + 1);
    bits.write(at(0, 1) - at(0, 0), PlaneEquation.DEPTH_BITS + 1);
  }

  void readCorner(BitReader bits) {
    int corner = (int) bits.read(PlaneEquation.DEPTH_BITS);
    depths[index(0, 0)] = corner;
    depths[index(1, 0)] = corner + (int) bits.readSigned(PlaneEquation.DEPTH_BITS + 1);
    depths[index(0, 1)] = corner + (int) bits.readSigned(PlaneEquation.DEPTH_BITS + 1);
  }

  /** Writes the residuals of a column's first rows, which the plane has followed. */
  void writeColumn(BitWriter bits, int column, int rows) {
    for (int row = 0; row < rows; row++) {
      if (!inCorner(column, row)) {
        bits.write(at(column, row) - predict(column, row), RESIDUAL_BITS);
      }
    }
  }

  /** Reads what {@link #writeColumn} has written, and continues the plane from there. */
  void readColumn(BitReader bits, int column, int rows) {
    for (int row = 0; row < height; row++) {
      if (!inCorner(column, row)) {
        int residual = row < rows ? (int) bits.readSigned(RESIDUAL_BITS) : 0;
        if (residual == -2) {
          throw new CorruptBlockException(
              "the residual of column %d, row %d is an escape".formatted(column, row));
        }
        depths[index(column, row)] = predict(column, row) + residual;
      }
    }
  }
}
