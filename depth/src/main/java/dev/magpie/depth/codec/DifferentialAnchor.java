package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
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
 * Residuals follow row by row. Under d16 these are 16, 17 and 10 bits, under d32f 30, 31 and 12, as
 * the header has 128 bits at the most.
 */
final class DifferentialAnchor implements TileCodec {
  private static final int MOST_HEADER_BITS = 128;

  /** Changes have so many bits less than differences, where the header has room. */
  private static final int SMALLER_CHANGES = 7;

  /** Three of the first column and three of the rows. */
  private static final int WITHOUT_RESIDUAL = 6;

  private final int width;
  private final int height;
  private final int samples;
  private final int depthBits;
  private final int differenceBits;
  private final int changeBits;
  private final int largest;
  private final int residualBits;

  /** The samples that the header is taken from. */
  private final long needed;

  private final long firstColumn;

  /** The samples that have another to the left. */
  private final long behindFirst;

  /** Each sample's column, counted from the second, and row. */
  private final int[] columns;

  private final int[] rows;

  /** What the header adds from a row's first sample on: of the difference and of its changes. */
  private final int[] across;

  private final int[] changes;
  private final int[] rowChanges;

  /** The differences that the header says, of each sample to its neighbour. */
  private final int[] predicted;

  private final int[] residuals;
  private final PackedFields fields;
  private final long[] header = new long[2];
  private final boolean vectors;

  DifferentialAnchor(TileShape shape, int lines, Kernels kernels) {
    width = shape.width();
    height = shape.height();
    samples = shape.samples();
    depthBits = shape.format().bits();
    differenceBits = depthBits + 1;
    changeBits = changeBits(depthBits);
    largest = shape.format().largest();
    residualBits = residualBits(shape, lines);
    needed = 0b111 | (0b11L << width) | (1L << (2 * width));
    firstColumn = shape.rectangle(0, 0, 1, height);
    behindFirst = shape.rectangle(1, 0, width - 1, height);
    columns = new int[samples];
    rows = new int[samples];
    Arrays.setAll(columns, s -> s % width == 0 ? s / width - 1 : s % width - 1);
    Arrays.setAll(rows, s -> s % width == 0 ? 0 : s / width);
    across = new int[samples];
    changes = new int[samples];
    rowChanges = new int[samples];
    Arrays.setAll(across, s -> s % width);
    Arrays.setAll(changes, s -> s % width * (s % width - 1) / 2);
    Arrays.setAll(rowChanges, s -> s % width * (s / width));
    predicted = new int[samples];
    residuals = new int[2 * samples];
    int words = lines * shape.lineBytes() / Long.BYTES;
    fields = new PackedFields(samples, needed, headerBits(depthBits), residualBits, words, kernels);
    vectors = width == DifferenceVectors.WIDTH && kernels.areVectors(samples);
  }

  /** Whether the tile has the samples that the header is taken from. */
  static boolean suits(int width, int height) {
    return width > 2 && height > 2;
  }

  private static int changeBits(int depthBits) {
    int room = MOST_HEADER_BITS - depthBits - 2 * (depthBits + 1);
    return Math.min(depthBits + 1 - SMALLER_CHANGES, room / 3);
  }

  private static int headerBits(int depthBits) {
    return depthBits + 2 * (depthBits + 1) + 3 * changeBits(depthBits);
  }

  /** Bits of a residual; less than 2 if the lines are too small. */
  static int residualBits(TileShape shape, int lines) {
    int depthBits = shape.format().bits();
    int left = lines * 8 * shape.lineBytes() - headerBits(depthBits);
    return Math.min(depthBits + 2, Math.floorDiv(left, shape.samples() - WITHOUT_RESIDUAL));
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    Extrapolation.fill(depths, valid, needed, width, height, largest);
    int first = depths[0];
    int down = depths[width] - first;
    int downChange = depths[2 * width] - depths[width] - down;
    int right = depths[1] - first;
    int rightChange = depths[2] - depths[1] - right;
    int rowChange = depths[width + 1] - depths[width] - right;
    if (!fits(downChange, changeBits)
        || !fits(rightChange, changeBits)
        || !fits(rowChange, changeBits)
        || misses(depths, valid, right, rightChange, rowChange)) {
      return false;
    }
    if (magnitudes(depths, valid | needed, right, rightChange, rowChange, down, downChange)
            >>> (residualBits - 1)
        != 0) {
      return false;
    }
    long differenceMask = (1L << differenceBits) - 1;
    long changeMask = (1L << changeBits) - 1;
    FieldWriter writer = new FieldWriter(header);
    writer.put(first, depthBits);
    writer.put(down & differenceMask, differenceBits);
    writer.put(downChange & changeMask, changeBits);
    writer.put(right & differenceMask, differenceBits);
    writer.put(rightChange & changeMask, changeBits);
    writer.put(rowChange & changeMask, changeBits);
    writer.end(header.length);
    fields.pack(header[0], header[1], residuals, target);
    return true;
  }

  /** The sample that a sample's difference is taken to. */
  private int neighbour(int s) {
    return (s & (width - 1)) == 0 ? s - width : s - 1;
  }

  /** Works out what differences the header says. */
  private void expect(
      int first, int right, int rightChange, int rowChange, int down, int downChange) {
    if (vectors) {
      DifferenceVectors.expect(
          first, right, rightChange, rowChange, down, downChange, columns, rows, predicted);
      return;
    }
    for (int s = 1; s < samples; s++) {
      predicted[s] =
          (s & (width - 1)) == 0
              ? down + downChange * columns[s]
              : right + rightChange * columns[s] + rowChange * rows[s];
    }
    predicted[0] = first;
  }

  /**
   * Fills the residuals, and samples that have no depth.
   *
   * @return all, or'ed, negative ones complemented
   */
  private int magnitudes(
      int[] depths,
      long filled,
      int right,
      int rightChange,
      int rowChange,
      int down,
      int downChange) {
    if (vectors) {
      for (long cleared = firstColumn & ~filled; cleared != 0; cleared &= cleared - 1) {
        int s = Long.numberOfTrailingZeros(cleared);
        depths[s] = depths[s - width] + down + downChange * columns[s];
      }
      return DifferenceVectors.residuals(
          depths,
          filled | firstColumn,
          right,
          rightChange,
          rowChange,
          down,
          downChange,
          across,
          changes,
          rowChanges,
          columns,
          residuals);
    }
    expect(depths[0], right, rightChange, rowChange, down, downChange);
    int magnitudes = 0;
    for (int s = 1; s < samples; s++) {
      int expected = depths[neighbour(s)] + predicted[s];
      depths[s] = ((filled >>> s) & 1) != 0 ? depths[s] : expected;
      int residual = depths[s] - expected;
      residuals[s] = residual;
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
    int right0 = depthBits + differenceBits + changeBits;
    int change0 = right0 + differenceBits;
    int first = (int) BitFields.get(source, 0, depthBits);
    int down = (int) BitFields.getSigned(source, depthBits, differenceBits);
    int downChange = (int) BitFields.getSigned(source, depthBits + differenceBits, changeBits);
    int right = (int) BitFields.getSigned(source, right0, differenceBits);
    int rightChange = (int) BitFields.getSigned(source, change0, changeBits);
    int rowChange = (int) BitFields.getSigned(source, change0 + changeBits, changeBits);
    fields.unpackSigned(source, residuals);
    expect(first, right, rightChange, rowChange, down, downChange);
    if (vectors) {
      DifferenceVectors.depths(residuals, predicted, depths);
      return;
    }
    depths[0] = first;
    for (int s = 1; s < samples; s++) {
      depths[s] = depths[neighbour(s)] + predicted[s] + residuals[s];
    }
  }
}
