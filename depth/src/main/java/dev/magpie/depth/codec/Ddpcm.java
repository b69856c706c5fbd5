package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.depth.event.TileShape;

/**
 * Differential differential pulse-code modulation with one plane (Morein 2000): a corner sample
 * (24), two differences (25 each), and a residual of -1, 0 or 1 (2) for each other sample; 196 bits
 * for 8x8 samples.
 */
final class Ddpcm implements TileCodec {
  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final Differences plane;
  private final LineBits bits;

  Ddpcm(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    plane = new Differences(width, height);
    bits = new LineBits(lines * 8 * shape.lineBytes());
  }

  static int bits(TileShape shape) {
    return Differences.CORNER_BITS + Differences.RESIDUAL_BITS * (shape.samples() - 3);
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
    for (int column = 0; column < width; column++) {
      if (plane.follow(depths, valid, column, height) < height) {
        return false;
      }
    }
    BitWriter writer = bits.begin();
    plane.writeCorner(writer);
    for (int column = 0; column < width; column++) {
      plane.writeColumn(writer, column, height);
    }
    return bits.end(words);
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    BitReader reader = bits.read(words);
    plane.readCorner(reader);
    for (int column = 0; column < width; column++) {
      plane.readColumn(reader, column, height);
    }
    System.arraycopy(plane.depths, 0, depths, 0, width * height);
  }
}
