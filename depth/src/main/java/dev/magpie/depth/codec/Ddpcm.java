package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;

/**
 * Differential differential pulse-code modulation with one plane (Morein 2000): a corner sample (24
 * bits), two differences (25 each), and a residual of -1, 0 or 1 (2) for each other sample; 196
 * bits for 8x8 samples. Depths of other formats have their own bits: 172 under d16, 214 under d32f.
 */
final class Ddpcm implements TileCodec {
  private final Kernels kernels;
  private final int width;
  private final int height;
  private final int cornerBits;
  private final int words;
  private final Differences plane;

  Ddpcm(TileShape shape, int lines, Kernels kernels) {
    this.kernels = kernels;
    width = shape.width();
    height = shape.height();
    cornerBits = Differences.cornerBits(shape);
    words = lines * shape.lineBytes() / Long.BYTES;
    plane = new Differences(shape);
  }

  static int bits(TileShape shape) {
    return Differences.cornerBits(shape) + Differences.RESIDUAL_BITS * (shape.samples() - 3);
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    if (SecondDifferences.outside(depths, valid, width, kernels) != 0) {
      return false;
    }
    plane.fillCorner(depths, valid);
    for (int column = 0; column < width; column++) {
      if (plane.follow(depths, valid, column, height) < height) {
        return false;
      }
    }
    FieldWriter writer = new FieldWriter(target);
    plane.writeCorner(writer);
    for (int column = 0; column < width; column++) {
      plane.writeColumn(writer, column);
    }
    writer.end(words);
    return true;
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    plane.readCorner(source, 0);
    int bit = cornerBits;
    for (int column = 0; column < width; column++) {
      bit = plane.readColumn(source, bit, column, height, depths);
    }
  }
}
