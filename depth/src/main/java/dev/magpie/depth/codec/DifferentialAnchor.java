package dev.magpie.depth.codec;

import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * Differential anchor encoding (Lloyd et al. 2007), for depths that are curved as under a
 * logarithmic projection: anchor encoding of the differences between neighbours in a row, and of
 * those between rows in the first column. For 8x8 samples a header of 128 bits and 58 residuals of
 * 6 bits in one line of 64 B, or of 15 in two.
 *
 * <p>The header: first sample (24), the first column's first difference (25) and its change (18),
 * the first row's first difference (25) and its change along the row (18) and from row to row (18).
 * Residuals follow row by row.
 */
final class DifferentialAnchor implements TileCodec {
  private static final int DIFFERENCE_BITS = PlaneEquation.DEPTH_BITS + 1;
  private static final int CHANGE_BITS = 18;
  private static final int DOWN_BIT = PlaneEquation.DEPTH_BITS;
  private static final int DOWN_CHANGE_BIT = DOWN_BIT + DIFFERENCE_BITS;
  private static final int RIGHT_BIT = DOWN_CHANGE_BIT + CHANGE_BITS;
  private static final int RIGHT_CHANGE_BIT = RIGHT_BIT + DIFFERENCE_BITS;
  private static final int ROW_CHANGE_BIT = RIGHT_CHANGE_BIT + CHANGE_BITS;
  private static final int HEADER_BITS = ROW_CHANGE_BIT + CHANGE_BITS;

  /** Three of the first column and three of the rows. */
  private static final int WITHOUT_RESIDUAL = 6;

  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final int samples;
  private final int words;
  private final int residualBits;
  private final int mask;

  /** The samples that the header is taken from. */
  private final long needed;

  /** The samples that have another to the left. */
  private final long behindFirst;

  /** Each sample's column, counted from the second, and row. */
  private final int[] columns;

  private final int[] rows;

  /** What the header adds from a row's first sample on: of the difference and of its changes. */
  private final int[] across;

  private final int[] changes;
  private final int[] rowChanges;

  /** All ones for samples that have another to the left. */
  private final int[] inRow;

  /** Depths less what the header says. */
  private final int[] flat;

  /** Residuals of the first column; 0 for other samples. */
  private final int[] columnResiduals;

  private final int[] residuals;

  /** Residuals in their width; as written, they start behind as many as have none. */
  private final int[] fields;

  DifferentialAnchor(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    samples = shape.samples();
    words = lines * shape.lineBytes() / Long.BYTES;
    residualBits = residualBits(shape, lines);
    mask = (1 << residualBits) - 1;
    needed = 0b111 | (0b11L << width) | (1L << (2 * width));
    behindFirst = shape.rectangle(1, 0, width - 1, height);
    columns = new int[samples];
    rows = new int[samples];
    Arrays.setAll(columns, s -> s % width - 1);
    Arrays.setAll(rows, s -> s / width);
    across = new int[samples];
    changes = new int[samples];
    rowChanges = new int[samples];
    inRow = new int[samples];
    for (int s = 0; s < samples; s++) {
      int column = s % width;
      across[s] = column;
      changes[s] = column * (column - 1) / 2;
      rowChanges[s] = column * rows[s];
      inRow[s] = column == 0 ? 0 : -1;
    }
    flat = new int[samples];
    columnResiduals = new int[samples];
    residuals = new int[samples];
    fields = new int[samples];
  }

  /** Whether the tile has the samples that the header is taken from. */
  static boolean suits(int width, int height) {
    return width > 2 && height > 2;
  }

  /** Bits of a residual; less than 2 if the lines are too small. */
  static int residualBits(TileShape shape, int lines) {
    int left = lines * 8 * shape.lineBytes() - HEADER_BITS;
    return Math.min(DIFFERENCE_BITS + 1, Math.floorDiv(left, shape.samples() - WITHOUT_RESIDUAL));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lines() {
    return lines;
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    Extrapolation.fill(depths, valid, needed, width, height);
    int first = depths[0];
    int down = depths[width] - first;
    int downChange = depths[2 * width] - depths[width] - down;
    int right = depths[1] - first;
    int rightChange = depths[2] - depths[1] - right;
    int rowChange = depths[width + 1] - depths[width] - right;
    if (!fits(downChange, CHANGE_BITS)
        || !fits(rightChange, CHANGE_BITS)
        || !fits(rowChange, CHANGE_BITS)
        || misses(depths, valid, right, rightChange, rowChange)) {
      return false;
    }
    flatten(depths, right, rightChange, rowChange);
    long filled = valid | needed;
    firstColumn(filled, down, downChange);
    for (long cleared = behindFirst & ~filled; cleared != 0; cleared &= cleared - 1) {
      int s = Long.numberOfTrailingZeros(cleared);
      flat[s] = flat[s - 1];
    }
    if (fillFields() >>> (residualBits - 1) != 0) {
      return false;
    }
    Arrays.fill(target, 0, words, 0);
    BitFields.put(target, 0, first, PlaneEquation.DEPTH_BITS);
    BitFields.put(target, DOWN_BIT, down, DIFFERENCE_BITS);
    BitFields.put(target, DOWN_CHANGE_BIT, downChange, CHANGE_BITS);
    BitFields.put(target, RIGHT_BIT, right, DIFFERENCE_BITS);
    BitFields.put(target, RIGHT_CHANGE_BIT, rightChange, CHANGE_BITS);
    BitFields.put(target, ROW_CHANGE_BIT, rowChange, CHANGE_BITS);
    for (int s = 2 * width - 1; s > width + 1; s--) {
      fields[s + 1] = fields[s];
    }
    for (int s = width - 1; s > 2; s--) {
      fields[s + 3] = fields[s];
    }
    int count = samples - WITHOUT_RESIDUAL;
    BitFields.pack(fields, WITHOUT_RESIDUAL, count, residualBits, target, HEADER_BITS);
    return true;
  }

  /** Subtracts from each sample what the header says of the differences to its left. */
  private void flatten(int[] depths, int right, int rightChange, int rowChange) {
    for (int s = 0; s < flat.length; s++) {
      flat[s] =
          depths[s] - right * across[s] - rightChange * changes[s] - rowChange * rowChanges[s];
    }
  }

  /** Finds the first column's residuals, and fills its samples that have no depth. */
  private void firstColumn(long filled, int down, int downChange) {
    int depth = flat[0];
    int difference = down;
    for (int s = width; s < samples; s += width) {
      int predicted = depth + difference;
      difference += downChange;
      depth = ((filled >>> s) & 1) != 0 ? flat[s] : predicted;
      flat[s] = depth;
      columnResiduals[s] = depth - predicted;
    }
  }

  /**
   * Fills the fields.
   *
   * @return all residuals, or'ed, negative ones complemented
   */
  private int fillFields() {
    int magnitudes = 0;
    for (int s = 1; s < flat.length; s++) {
      int residual = ((flat[s] - flat[s - 1]) & inRow[s]) | columnResiduals[s];
      fields[s] = residual & mask;
      magnitudes |= residual ^ (residual >> 31);
    }
    return magnitudes;
  }

  /** Whether residuals do not fit in the last or the first place where two neighbours are valid. */
  private boolean misses(int[] depths, long valid, int right, int rightChange, int rowChange) {
    long pairs = valid & (valid << 1) & behindFirst;
    return pairs != 0
        && (misses(depths, 63 - Long.numberOfLeadingZeros(pairs), right, rightChange, rowChange)
            || misses(depths, Long.numberOfTrailingZeros(pairs), right, rightChange, rowChange));
  }

  private boolean misses(int[] depths, int s, int right, int rightChange, int rowChange) {
    int residual =
        depths[s] - depths[s - 1] - right - rightChange * columns[s] - rowChange * rows[s];
    return (residual ^ (residual >> 31)) >>> (residualBits - 1) != 0;
  }

  private static boolean fits(int value, int width) {
    return value >> (width - 1) == value >> 31;
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    int first = (int) BitFields.get(source, 0, PlaneEquation.DEPTH_BITS);
    int down = (int) BitFields.getSigned(source, DOWN_BIT, DIFFERENCE_BITS);
    int downChange = (int) BitFields.getSigned(source, DOWN_CHANGE_BIT, CHANGE_BITS);
    int right = (int) BitFields.getSigned(source, RIGHT_BIT, DIFFERENCE_BITS);
    int rightChange = (int) BitFields.getSigned(source, RIGHT_CHANGE_BIT, CHANGE_BITS);
    int rowChange = (int) BitFields.getSigned(source, ROW_CHANGE_BIT, CHANGE_BITS);
    int count = samples - WITHOUT_RESIDUAL;
    BitFields.unpack(source, HEADER_BITS, fields, WITHOUT_RESIDUAL, count, residualBits);
    for (int s = 3; s < width; s++) {
      fields[s] = fields[s + 3];
    }
    for (int s = width + 2; s < 2 * width; s++) {
      fields[s] = fields[s + 1];
    }
    fields[2 * width] = 0;
    fields[width + 1] = 0;
    fields[width] = 0;
    fields[2] = 0;
    fields[1] = 0;
    fields[0] = 0;
    int unused = Integer.SIZE - residualBits;
    for (int s = 0; s < residuals.length; s++) {
      residuals[s] =
          (fields[s] << unused >> unused) + right + rightChange * columns[s] + rowChange * rows[s];
    }
    int column = first;
    int difference = down;
    for (int row = 0; row < samples; row += width) {
      if (row != 0) {
        column += difference + (fields[row] << unused >> unused);
        difference += downChange;
      }
      int depth = column;
      depths[row] = depth;
      for (int s = row + 1; s < row + width; s++) {
        depth += residuals[s];
        depths[s] = depth;
      }
    }
  }
}
