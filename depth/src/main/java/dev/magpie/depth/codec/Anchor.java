package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

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
 * <p>Residuals have 7 bits in one line and 15 in two for 8x8 samples and lines of 64 B. Under other
 * formats a slope has one bit more than a depth, too.
 */
final class Anchor implements TileCodec {
  private static final int FRACTION_BITS = 3;

  /**
   * A way to choose the slopes.
   *
   * @param flag the bit that tells it
   * @param bits of a slope
   * @param shift of a slope to {@link #FRACTION_BITS}
   * @param fields the residuals behind it
   */
  private record Slopes(int flag, int bits, int shift, PackedFields fields) {}

  private final int width;
  private final int height;
  private final int samples;
  private final int depthBits;
  private final int largest;
  private final int residualBits;

  /** Sample numbers: the anchor, the one to its right, and the one below. */
  private final int anchor;

  private final int right;
  private final int below;
  private final int lastOfFirstRow;
  private final int firstOfLastRow;

  /** The samples that slopes are taken from. */
  private final long neighbours;

  private final long corners;

  /** Each sample's place from the anchor. */
  private final int[] across;

  private final int[] down;
  private final int[] residuals;
  private final long[] header = new long[2];
  private final Slopes fromNeighbours;
  private final Slopes fromCorners;
  private final boolean vectors;

  Anchor(TileShape shape, int lines, Kernels kernels) {
    width = shape.width();
    height = shape.height();
    samples = shape.samples();
    depthBits = shape.format().bits();
    largest = shape.format().largest();
    int slopeBits = depthBits + 1;
    int anchorX = (width - 1) / 2;
    int anchorY = (height - 1) / 2;
    anchor = anchorY * width + anchorX;
    right = anchor + 1;
    below = anchor + width;
    lastOfFirstRow = width - 1;
    firstOfLastRow = samples - width;
    neighbours = (1L << anchor) | (1L << right) | (1L << below);
    corners = 1 | (1L << lastOfFirstRow) | (1L << firstOfLastRow);
    int bits = lines * 8 * shape.lineBytes();
    residualBits = residualBits(shape, lines);
    int left = bits - headerBits() - (samples - 1) * residualBits;
    int cornerSlopeBits = Math.min(Math.min(Integer.SIZE, slopeBits + FRACTION_BITS), left / 2);
    across = new int[samples];
    down = new int[samples];
    Arrays.setAll(across, s -> s % width - anchorX);
    Arrays.setAll(down, s -> s / width - anchorY);
    residuals = new int[2 * samples];
    int words = bits / Long.SIZE;
    fromNeighbours =
        new Slopes(
            0,
            slopeBits,
            FRACTION_BITS,
            new PackedFields(
                samples, neighbours, headerBits() + 2 * slopeBits, residualBits, words, kernels));
    fromCorners =
        new Slopes(
            1,
            cornerSlopeBits,
            0,
            new PackedFields(
                samples,
                1L << anchor,
                headerBits() + 2 * cornerSlopeBits,
                residualBits,
                words,
                kernels));
    vectors = kernels.areVectors(samples);
  }

  /** The flag and the anchor. */
  private int headerBits() {
    return 1 + depthBits;
  }

  /** Bits of a residual; less than 2 if the lines are too small. */
  static int residualBits(TileShape shape, int lines) {
    int slopeBits = shape.format().bits() + 1;
    int left = lines * 8 * shape.lineBytes() - 3 * slopeBits;
    return Math.min(slopeBits, Math.floorDiv(left, shape.samples() - 3));
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    Extrapolation.fill(depths, valid, neighbours, width, height, largest);
    int origin = depths[anchor];
    int slopeX = depths[right] - origin;
    int slopeY = depths[below] - origin;
    if (predict(depths, valid, slopeX << FRACTION_BITS, slopeY << FRACTION_BITS)) {
      write(origin, slopeX, slopeY, fromNeighbours, target);
      return true;
    }
    Extrapolation.fill(depths, valid, corners, width, height, largest);
    slopeX = slope(depths[lastOfFirstRow] - depths[0], width - 1);
    slopeY = slope(depths[firstOfLastRow] - depths[0], height - 1);
    if (fits(slopeX, fromCorners.bits)
        && fits(slopeY, fromCorners.bits)
        && predict(depths, valid, slopeX, slopeY)) {
      write(origin, slopeX, slopeY, fromCorners, target);
      return true;
    }
    return false;
  }

  private static int slope(int difference, int steps) {
    return (int) Math.rint((double) (difference << FRACTION_BITS) / steps);
  }

  private static boolean fits(int value, int width) {
    return width > 1 && value >> (width - 1) == value >> 31;
  }

  /** Finds the residuals, 0 for cleared samples; tells whether all fit. */
  private boolean predict(int[] depths, long valid, int slopeX, int slopeY) {
    // Of the many planes that do not fit, most do not far from the anchor.
    if (misses(depths, Long.numberOfTrailingZeros(valid), slopeX, slopeY)
        || misses(depths, 63 - Long.numberOfLeadingZeros(valid), slopeX, slopeY)
        || isMissed(depths, valid, lastOfFirstRow, slopeX, slopeY)
        || isMissed(depths, valid, firstOfLastRow, slopeX, slopeY)) {
      return false;
    }
    return magnitudes(depths, valid, slopeX, slopeY) >>> (residualBits - 1) == 0;
  }

  private boolean isMissed(int[] depths, long valid, int s, int slopeX, int slopeY) {
    return ((valid >>> s) & 1) != 0 && misses(depths, s, slopeX, slopeY);
  }

  private boolean misses(int[] depths, int s, int slopeX, int slopeY) {
    int residual = depths[s] - depths[anchor] - change(slopeX, slopeY, s);
    return (residual ^ (residual >> 31)) >>> (residualBits - 1) != 0;
  }

  /**
   * Fills the residuals.
   *
   * @return all, or'ed, negative ones complemented
   */
  private int magnitudes(int[] depths, long valid, int slopeX, int slopeY) {
    int origin = depths[anchor];
    if (vectors) {
      return SampleVectors.anchor(
          depths, valid, origin, slopeX, slopeY, FRACTION_BITS, across, down, residuals);
    }
    int magnitudes = 0;
    for (int s = 0; s < samples; s++) {
      int residual = depths[s] - origin - change(slopeX, slopeY, s);
      residual &= -(int) ((valid >>> s) & 1);
      residuals[s] = residual;
      magnitudes |= residual ^ (residual >> 31);
    }
    return magnitudes;
  }

  /** What the plane rises from the anchor to a sample; decoding wraps around as encoding does. */
  private int change(int slopeX, int slopeY, int s) {
    return (slopeX * across[s] + slopeY * down[s] + ((1 << FRACTION_BITS) >> 1)) >> FRACTION_BITS;
  }

  private void write(int origin, int slopeX, int slopeY, Slopes slopes, long[] target) {
    int slopeBits = slopes.bits;
    long mask = (1L << slopeBits) - 1;
    FieldWriter writer = new FieldWriter(header);
    writer.put(slopes.flag, 1);
    writer.put(origin, depthBits);
    writer.put(slopeX & mask, slopeBits);
    writer.put(slopeY & mask, slopeBits);
    writer.end(header.length);
    slopes.fields.pack(header[0], header[1], residuals, target);
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    Slopes slopes = BitFields.get(source, 0, 1) == 0 ? fromNeighbours : fromCorners;
    int slopeBits = slopes.bits;
    if (slopeBits < 2) {
      throw new CorruptBlockException("there are no bits for slopes from the corners");
    }
    int origin = (int) BitFields.get(source, 1, depthBits);
    int slopeX = (int) BitFields.getSigned(source, headerBits(), slopeBits) << slopes.shift;
    int slopeY =
        (int) BitFields.getSigned(source, headerBits() + slopeBits, slopeBits) << slopes.shift;
    slopes.fields.unpackSigned(source, residuals);
    if (vectors) {
      SampleVectors.anchor(residuals, origin, slopeX, slopeY, FRACTION_BITS, across, down, depths);
      return;
    }
    for (int s = 0; s < samples; s++) {
      depths[s] = origin + change(slopeX, slopeY, s) + residuals[s];
    }
  }
}
