package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;

/**
 * DDPCM with two planes (after Morein 2000): one grows from a top corner, the other from a bottom
 * corner, and each column has a row at which it changes from the first to the second. The layout:
 * which corners (2), both corners (74 each), the rows of change (4 each for 8 rows), then the
 * residuals of the first plane and of the second (2 each), column by column; at most 310 bits for
 * 8x8 samples of 24 bits.
 */
final class TwoPlaneDdpcm implements TileCodec {
  private static final int SIDES_BITS = 2;

  private final Kernels kernels;
  private final int width;
  private final int height;
  private final int cornerBits;
  private final int words;
  private final int breakBits;
  private final Differences upper;
  private final Differences lower;

  /** The row at which each column changes, from the left. */
  private final int[] breaks;

  TwoPlaneDdpcm(TileShape shape, int lines, Kernels kernels) {
    this.kernels = kernels;
    width = shape.width();
    height = shape.height();
    cornerBits = Differences.cornerBits(shape);
    words = lines * shape.lineBytes() / Long.BYTES;
    breakBits = breakBits(shape);
    upper = new Differences(shape);
    lower = new Differences(shape);
    breaks = new int[width];
  }

  private static int breakBits(TileShape shape) {
    return 32 - Integer.numberOfLeadingZeros(shape.height());
  }

  /** The most that a tile takes. */
  static int bits(TileShape shape) {
    return SIDES_BITS
        + 2 * Differences.cornerBits(shape)
        + breakBits(shape) * shape.width()
        + Differences.RESIDUAL_BITS * shape.samples();
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    if (needsThreePlanes(depths, valid)) {
      return false;
    }
    for (int above = 0; above < 2; above++) {
      upper.startFrom(above == 1, false);
      upper.fillCorner(depths, valid);
      for (int column = 0; column < width; column++) {
        breaks[upper.fromLeft(column)] = upper.follow(depths, valid, column, height);
      }
      for (int below = 0; below < 2; below++) {
        lower.startFrom(below == 1, true);
        lower.fillCorner(depths, valid);
        if (followRest(depths, valid)) {
          write(2 * above + below, target);
          return true;
        }
      }
    }
    return false;
  }

  /**
   * A quick test that rejects most tiles that do not fit: whether a column has second differences
   * out of range in two places so far apart that one change from plane to plane cannot explain
   * both.
   */
  private boolean needsThreePlanes(int[] depths, long valid) {
    long outside = SecondDifferences.outside(depths, valid, width, kernels);
    for (int apart = 2; apart < height - 2; apart++) {
      if ((outside & (outside >>> (apart * width))) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Lets the lower plane follow what the upper one has not. */
  private boolean followRest(int[] depths, long valid) {
    for (int column = 0; column < width; column++) {
      int rest = height - breaks[lower.fromLeft(column)];
      if (lower.follow(depths, valid, column, rest) < rest) {
        return false;
      }
    }
    return true;
  }

  private void write(int sides, long[] target) {
    FieldWriter writer = new FieldWriter(target);
    writer.put(sides, SIDES_BITS);
    upper.writeCorner(writer);
    lower.writeCorner(writer);
    for (int row : breaks) {
      writer.put(row, breakBits);
    }
    for (int column = 0; column < width; column++) {
      upper.writeColumn(writer, column);
    }
    for (int column = 0; column < width; column++) {
      lower.writeColumn(writer, column);
    }
    writer.end(words);
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    int sides = (int) BitFields.get(source, 0, SIDES_BITS);
    upper.startFrom((sides & 2) != 0, false);
    lower.startFrom((sides & 1) != 0, true);
    int bit = SIDES_BITS;
    upper.readCorner(source, bit);
    bit += cornerBits;
    lower.readCorner(source, bit);
    bit += cornerBits;
    for (int x = 0; x < width; x++) {
      breaks[x] = (int) BitFields.get(source, bit, breakBits);
      bit += breakBits;
      if (breaks[x] > height) {
        throw new CorruptBlockException(
            "column %d changes planes at row %d of %d".formatted(x, breaks[x], height));
      }
    }
    for (int column = 0; column < width; column++) {
      bit = upper.readColumn(source, bit, column, breaks[upper.fromLeft(column)], depths);
    }
    for (int column = 0; column < width; column++) {
      int rows = height - breaks[lower.fromLeft(column)];
      bit = lower.readColumn(source, bit, column, rows, depths);
    }
  }
}
