package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;

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
  private static final int HEADER_BITS =
      PlaneEquation.DEPTH_BITS + 2 * DIFFERENCE_BITS + 3 * CHANGE_BITS;

  /** Three of the first column and three of the rows. */
  private static final int WITHOUT_RESIDUAL = 6;

  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final int residualBits;
  private final LineBits bits;

  DifferentialAnchor(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    residualBits = residualBits(shape, lines);
    bits = new LineBits(lines * 8 * shape.lineBytes());
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
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] words) {
    Extrapolation.fill(depths, valid, width, height);
    int first = depths[0];
    int down = depths[width] - first;
    int downChange = depths[2 * width] - depths[width] - down;
    int right = depths[1] - first;
    int rightChange = depths[2] - depths[1] - right;
    int rowChange = depths[width + 1] - depths[width] - right;
    if (!fits(downChange, CHANGE_BITS)
        || !fits(rightChange, CHANGE_BITS)
        || !fits(rowChange, CHANGE_BITS)) {
      return false;
    }
    BitWriter writer = bits.begin();
    writer.write(first, PlaneEquation.DEPTH_BITS);
    writer.write(down, DIFFERENCE_BITS);
    writer.write(downChange, CHANGE_BITS);
    writer.write(right, DIFFERENCE_BITS);
    writer.write(rightChange, CHANGE_BITS);
    writer.write(rowChange, CHANGE_BITS);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int s = y * width + x;
        int predicted =
            x == 0
                ? (y == 0 ? first : depths[s - width] + down + downChange * (y - 1))
                : depths[s - 1] + right + rightChange * (x - 1) + rowChange * y;
        if (((valid >>> s) & 1) == 0) {
          depths[s] = predicted;
        }
        int residual = depths[s] - predicted;
        if (hasResidual(x, y)) {
          if (!fits(residual, residualBits)) {
            return false;
          }
          writer.write(residual, residualBits);
        }
      }
    }
    return bits.end(words);
  }

  private static boolean hasResidual(int x, int y) {
    return x == 0 ? y > 2 : !(y == 0 && x <= 2) && !(y == 1 && x == 1);
  }

  private static boolean fits(int value, int width) {
    return value >> (width - 1) == value >> 31;
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    BitReader reader = bits.read(words);
    int first = (int) reader.read(PlaneEquation.DEPTH_BITS);
    int down = (int) reader.readSigned(DIFFERENCE_BITS);
    int downChange = (int) reader.readSigned(CHANGE_BITS);
    int right = (int) reader.readSigned(DIFFERENCE_BITS);
    int rightChange = (int) reader.readSigned(CHANGE_BITS);
    int rowChange = (int) reader.readSigned(CHANGE_BITS);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int s = y * width + x;
        int predicted =
            x == 0
                ? (y == 0 ? first : depths[s - width] + down + downChange * (y - 1))
                : depths[s - 1] + right + rightChange * (x - 1) + rowChange * y;
        int residual = hasResidual(x, y) ? (int) reader.readSigned(residualBits) : 0;
        depths[s] = predicted + residual;
      }
    }
  }
}
