package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;

/**
 * A plane that grows from one corner of a tile by second-order differences (Morein 2000): three
 * samples at the corner are explicit, and every other one is predicted to continue the last two of
 * its column, or the plane's first two rows. First differences of a rounded plane take two
 * neighbouring values only, so residuals are -1, 0 or 1 on it.
 *
 * <p>Columns are counted from the corner's side and rows from the corner's row.
 */
final class Differences {
  static final int RESIDUAL_BITS = 2;

  /** The upper bits of all residuals in a word. */
  private static final long UPPER_BITS = 0xAAAA_AAAA_AAAA_AAAAL;

  private final int width;
  private final int height;
  private final int depthBits;
  private final int differenceBits;
  private final int largest;

  /** The plane in its first two rows, also where the tile's samples are not on it. */
  private final int[] first;

  private final int[] second;

  /** Each column's residuals, the last one lowest, and how many there are. */
  private final long[] residuals;

  private final int[] counts;

  private boolean fromRight;
  private boolean fromBottom;

  Differences(TileShape shape) {
    width = shape.width();
    height = shape.height();
    depthBits = shape.format().bits();
    differenceBits = depthBits + 1;
    largest = shape.format().largest();
    first = new int[width];
    second = new int[width];
    residuals = new long[width];
    counts = new int[width];
  }

  /** Bits of the three samples of a corner: a depth, and two differences. */
  static int cornerBits(TileShape shape) {
    return 3 * shape.format().bits() + 2;
  }

  /** Whether the tile has the three samples of a corner. */
  static boolean suits(int width, int height) {
    return width > 1 && height > 1;
  }

  void startFrom(boolean right, boolean bottom) {
    fromRight = right;
    fromBottom = bottom;
  }

  /** The column of the tile, counted from the left. */
  int fromLeft(int column) {
    return fromRight ? width - 1 - column : column;
  }

  /** The index of a sample in its tile. */
  private int index(int column, int row) {
    return (fromBottom ? height - 1 - row : row) * width + fromLeft(column);
  }

  /** From one row's sample to the next one's. */
  private int step() {
    return fromBottom ? -width : width;
  }

  /** Gives the three samples that are explicit depths. */
  void fillCorner(int[] depths, long valid) {
    long corner = (1L << index(0, 0)) | (1L << index(1, 0)) | (1L << index(0, 1));
    Extrapolation.fill(depths, valid, corner, width, height, largest);
  }

  /** Samples of a column that are explicit. */
  private static int explicit(int column) {
    return Math.max(0, 2 - column);
  }

  /** The plane in a column's first row; an explicit sample's own depth is {@code otherwise}. */
  private int firstRow(int column, int otherwise) {
    return column < 2 ? otherwise : 2 * first[column - 1] - first[column - 2];
  }

  private int secondRow(int column, int otherwise) {
    return column < 1 ? otherwise : first[column] + second[column - 1] - first[column - 1];
  }

  /**
   * Lets the plane follow a column as far as it can.
   *
   * @param most rows to follow, besides explicit ones
   * @return rows followed
   */
  int follow(int[] tile, long valid, int column, int most) {
    int at = index(column, 0);
    int step = step();
    int explicit = explicit(column);
    int end = Math.max(most, explicit);
    int before = firstRow(column, tile[at]);
    long written = 0;
    int row = 0;
    if (end > 0) {
      int residual = residual(tile, valid, at, before);
      if (isSmall(residual)) {
        before += residual;
        written = residual & 3;
        row = 1;
      }
    }
    first[column] = before;
    at += step;
    int last = secondRow(column, tile[at]);
    if (row == 1 && end > 1) {
      int residual = residual(tile, valid, at, last);
      if (isSmall(residual)) {
        last += residual;
        written = (written << RESIDUAL_BITS) | (residual & 3);
        row = 2;
      }
    }
    second[column] = last;
    if (row == 2) {
      for (at += step; row < end; at += step) {
        int predicted = 2 * last - before;
        int residual = residual(tile, valid, at, predicted);
        if (!isSmall(residual)) {
          break;
        }
        written = (written << RESIDUAL_BITS) | (residual & 3);
        before = last;
        last = predicted + residual;
        row++;
      }
    }
    residuals[column] = written;
    counts[column] = row - explicit;
    return row;
  }

  /** 0 for a cleared sample. */
  private static int residual(int[] tile, long valid, int at, int predicted) {
    return (tile[at] - predicted) & -(int) ((valid >>> at) & 1);
  }

  private static boolean isSmall(int residual) {
    return Integer.compareUnsigned(residual + 1, 2) <= 0;
  }

  void writeCorner(FieldWriter writer) {
    long mask = (1L << differenceBits) - 1;
    writer.put(first[0], depthBits);
    writer.put((first[1] - first[0]) & mask, differenceBits);
    writer.put((second[0] - first[0]) & mask, differenceBits);
  }

  void readCorner(long[] words, int bit) {
    int difference = bit + depthBits;
    first[0] = (int) BitFields.get(words, bit, depthBits);
    first[1] = first[0] + (int) BitFields.getSigned(words, difference, differenceBits);
    second[0] =
        first[0] + (int) BitFields.getSigned(words, difference + differenceBits, differenceBits);
  }

  /** Writes the residuals of the rows of a column that the plane has followed. */
  void writeColumn(FieldWriter writer, int column) {
    int width = RESIDUAL_BITS * counts[column];
    if (width > 32) {
      writer.put(residuals[column] >>> 32, width - 32);
      writer.put(residuals[column] & 0xFFFF_FFFFL, 32);
    } else {
      writer.put(residuals[column], width);
    }
  }

  /**
   * Reads what {@link #writeColumn} has written.
   *
   * @param depths receives the rows of the column that are on the plane
   * @return the bit behind
   */
  int readColumn(long[] words, int bit, int column, int rows, int[] depths) {
    int explicit = explicit(column);
    int bits = RESIDUAL_BITS * Math.max(0, rows - explicit);
    long left = bits == 0 ? 0 : BitFields.get(words, bit, bits) << (Long.SIZE - bits);
    long escapes = left & ~(left << 1) & UPPER_BITS;
    if (escapes != 0) {
      throw new CorruptBlockException(
          "the residual of column %d, row %d is an escape"
              .formatted(column, explicit + Long.numberOfLeadingZeros(escapes) / RESIDUAL_BITS));
    }
    int at = index(column, 0);
    int step = step();
    int before = firstRow(column, first[column]);
    if (explicit < 1) {
      before += residual(left);
      left <<= RESIDUAL_BITS;
    }
    first[column] = before;
    int last = secondRow(column, second[column]);
    if (explicit < 2) {
      last += residual(left);
      left <<= RESIDUAL_BITS;
    }
    second[column] = last;
    if (rows > 0) {
      depths[at] = before;
    }
    at += step;
    if (rows > 1) {
      depths[at] = last;
    }
    for (int row = 2; row < rows; row++) {
      int depth = 2 * last - before + residual(left);
      left <<= RESIDUAL_BITS;
      at += step;
      depths[at] = depth;
      before = last;
      last = depth;
    }
    return bit + bits;
  }

  /** The first residual of those that are left. */
  private static int residual(long left) {
    return (int) (left >> (Long.SIZE - RESIDUAL_BITS));
  }
}
