package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;

/**
 * Anchor encoding (Hasselgren and Akenine-Möller 2006): a plane through one sample near the tile's
 * centre, and a signed residual for every other sample. Of two ways to choose the slopes the first
 * that fits is used; one bit tells which:
 *
 * <ul>
 *   <li>from the samples to the right and below (25 bits each), which then need no residuals;
 *   <li>from the tile's corners, with 3 fraction bits, in the bits that are left (23 each in one
 *       line for 8x8 samples).
 * </ul>
 *
 * <p>Residuals have 7 bits in one line and 15 in two for 8x8 samples and lines of 64 B.
 */
final class Anchor implements TileCodec {
  private static final int HEADER_BITS = 1 + PlaneEquation.DEPTH_BITS;
  private static final int SLOPE_BITS = PlaneEquation.DEPTH_BITS + 1;
  private static final int FRACTION_BITS = 3;

  /** Where the slopes come from. */
  private enum Slopes {
    NEIGHBOURS,
    CORNERS
  }

  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final int anchorX;
  private final int anchorY;
  private final int residualBits;
  private final int cornerSlopeBits;
  private final int[] residuals;
  private final LineBits bits;

  Anchor(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    anchorX = (width - 1) / 2;
    anchorY = (height - 1) / 2;
    int all = lines * 8 * shape.lineBytes();
    residualBits = residualBits(shape, lines);
    int left = all - HEADER_BITS - (shape.samples() - 1) * residualBits;
    cornerSlopeBits = Math.min(SLOPE_BITS + FRACTION_BITS, left / 2);
    residuals = new int[shape.samples()];
    bits = new LineBits(all);
  }

  /** Bits of a residual; less than 2 if the lines are too small. */
  static int residualBits(TileShape shape, int lines) {
    int left = lines * 8 * shape.lineBytes() - HEADER_BITS - 2 * SLOPE_BITS;
    return Math.min(SLOPE_BITS, Math.floorDiv(left, shape.samples() - 3));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lines() {
    return lines;
  }

  private int index(int x, int y) {
    return y * width + x;
  }

  private boolean isNeighbour(int s) {
    return s == index(anchorX + 1, anchorY) || s == index(anchorX, anchorY + 1);
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] words) {
    Extrapolation.fill(depths, valid, width, height);
    int anchor = depths[index(anchorX, anchorY)];
    int right = depths[index(anchorX + 1, anchorY)] - anchor;
    int down = depths[index(anchorX, anchorY + 1)] - anchor;
    if (predict(depths, valid, anchor, right << FRACTION_BITS, down << FRACTION_BITS)) {
      write(anchor, right, down, Slopes.NEIGHBOURS);
      return bits.end(words);
    }
    int across = slope(depths[width - 1] - depths[0], width - 1);
    int along = slope(depths[index(0, height - 1)] - depths[0], height - 1);
    if (fits(across, cornerSlopeBits)
        && fits(along, cornerSlopeBits)
        && predict(depths, valid, anchor, across, along)) {
      write(anchor, across, along, Slopes.CORNERS);
      return bits.end(words);
    }
    return false;
  }

  private static int slope(int difference, int samples) {
    return (int) Math.rint((double) (difference << FRACTION_BITS) / samples);
  }

  private static boolean fits(int value, int width) {
    return width > 1 && value >> (width - 1) == value >> 31;
  }

  /** Finds the residuals, 0 for cleared samples; tells whether all fit. */
  private boolean predict(int[] depths, long valid, int anchor, int slopeX, int slopeY) {
    boolean fit = true;
    for (int s = 0; s < residuals.length; s++) {
      int residual =
          ((valid >>> s) & 1) == 0 ? 0 : depths[s] - predicted(anchor, slopeX, slopeY, s);
      residuals[s] = residual;
      fit &= fits(residual, residualBits);
    }
    return fit;
  }

  private int predicted(int anchor, int slopeX, int slopeY, int s) {
    long change =
        (long) slopeX * (s % width - anchorX)
            + (long) slopeY * (s / width - anchorY)
            + (1L << FRACTION_BITS >> 1);
    return anchor + (int) (change >> FRACTION_BITS);
  }

  private void write(int anchor, int slopeX, int slopeY, Slopes slopes) {
    BitWriter writer = bits.begin();
    writer.write(slopes == Slopes.CORNERS ? 1 : 0, 1);
    writer.write(anchor, PlaneEquation.DEPTH_BITS);
    writer.write(slopeX, slopeBits(slopes));
    writer.write(slopeY, slopeBits(slopes));
    for (int s = 0; s < residuals.length; s++) {
      if (hasResidual(s, slopes)) {
        writer.write(residuals[s], residualBits);
      }
    }
  }

  private int slopeBits(Slopes slopes) {
    return slopes == Slopes.CORNERS ? cornerSlopeBits : SLOPE_BITS;
  }

  private boolean hasResidual(int s, Slopes slopes) {
    return s != index(anchorX, anchorY) && (slopes == Slopes.CORNERS || !isNeighbour(s));
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    BitReader reader = bits.read(words);
    Slopes slopes = reader.read(1) == 0 ? Slopes.NEIGHBOURS : Slopes.CORNERS;
    if (slopes == Slopes.CORNERS && cornerSlopeBits < 2) {
      throw new CorruptBlockException("there are no bits for slopes from the corners");
    }
    int shift = slopes == Slopes.CORNERS ? 0 : FRACTION_BITS;
    int anchor = (int) reader.read(PlaneEquation.DEPTH_BITS);
    int slopeX = (int) reader.readSigned(slopeBits(slopes)) << shift;
    int slopeY = (int) reader.readSigned(slopeBits(slopes)) << shift;
    for (int s = 0; s < residuals.length; s++) {
      int residual = hasResidual(s, slopes) ? (int) reader.readSigned(residualBits) : 0;
      depths[s] = predicted(anchor, slopeX, slopeY, s) + residual;
    }
  }
}
