package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;

/**
 * DDPCM with two planes (after Morein 2000): one grows from a top corner, the other from a bottom
 * corner, and each column has a row at which it changes from the first to the second. The layout:
 * which corners (2), both corners (74 each), the rows of change (4 each for 8 rows), then the
 * residuals of the first plane and of the second (2 each), column by column; at most 310 bits for
 * 8x8 samples.
 */
final class TwoPlaneDdpcm implements TileCodec {
  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final int breakBits;
  private final Differences upper;
  private final Differences lower;
  private final int[] breaks;
  private final LineBits bits;

  TwoPlaneDdpcm(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    breakBits = breakBits(shape);
    upper = new Differences(width, height);
    lower = new Differences(width, height);
    breaks = new int[width];
    bits = new LineBits(lines * 8 * shape.lineBytes());
  }

  private static int breakBits(TileShape shape) {
    return 32 - Integer.numberOfLeadingZeros(shape.height());
  }

  /** The most that a tile takes. */
  static int bits(TileShape shape) {
    return 2
        + 2 * Differences.CORNER_BITS
        + breakBits(shape) * shape.width()
        + Differences.RESIDUAL_BITS * shape.samples();
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
    for (int corners = 0; corners < 4; corners++) {
      if (follow(depths, valid, corners)) {
        return write(corners, words);
      }
    }
    return false;
  }

  private void startFrom(int corners) {
    upper.startFrom((corners & 2) != 0, false);
    lower.startFrom((corners & 1) != 0, true);
  }

  /** The column of the tile, counted from a plane's side. */
  private int fromLeft(Differences plane, int column) {
    return plane.index(column, 0) % width;
  }

  private boolean follow(int[] depths, long valid, int corners) {
    startFrom(corners);
    for (int column = 0; column < width; column++) {
      breaks[fromLeft(upper, column)] = upper.follow(depths, valid, column, height);
    }
    for (int column = 0; column < width; column++) {
      int needed = height - breaks[fromLeft(lower, column)];
      if (lower.follow(depths, valid, column, needed) < needed) {
        return false;
      }
    }
    return true;
  }

  private boolean write(int corners, long[] words) {
    BitWriter writer = bits.begin();
    writer.write(corners, 2);
    upper.writeCorner(writer);
    lower.writeCorner(writer);
    for (int row : breaks) {
      writer.write(row, breakBits);
    }
    for (int column = 0; column < width; column++) {
      upper.writeColumn(writer, column, breaks[fromLeft(upper, column)]);
    }
    for (int column = 0; column < width; column++) {
      lower.writeColumn(writer, column, height - breaks[fromLeft(lower, column)]);
    }
    return bits.end(words);
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    BitReader reader = bits.read(words);
    startFrom((int) reader.read(2));
    upper.readCorner(reader);
    lower.readCorner(reader);
    for (int x = 0; x < width; x++) {
      breaks[x] = (int) reader.read(breakBits);
      if (breaks[x] > height) {
        throw new CorruptBlockException(
            "column %d changes planes at row %d of %d".formatted(x, breaks[x], height));
      }
    }
    for (int column = 0; column < width; column++) {
      upper.readColumn(reader, column, breaks[fromLeft(upper, column)]);
    }
    for (int column = 0; column < width; column++) {
      lower.readColumn(reader, column, height - breaks[fromLeft(lower, column)]);
    }
    for (int s = 0; s < width * height; s++) {
      depths[s] = (s / width < breaks[s % width] ? upper : lower).depths[s];
    }
  }
}
