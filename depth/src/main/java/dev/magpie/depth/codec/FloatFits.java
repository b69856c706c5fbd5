package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The encodings of a tile on one surface and on two, kept from one mode of a scheme to the next:
 * they are the same for all sizes that {@link PredictiveFloat} has. Whether it still is the same
 * tile is told by comparing its depths.
 */
final class FloatFits {
  private final FloatResiduals one;
  private final FloatResiduals two;
  private final int[] tile;
  private long valid;
  private int bits;

  /** Bits that were not enough for the tile; the largest int if no tile is known. */
  private int tried = Integer.MAX_VALUE;

  /** On two surfaces; 0 as long as these have not been tried. */
  private int twoBits;

  FloatFits(TileShape shape) {
    one = new FloatResiduals(shape);
    two = new FloatResiduals(shape);
    tile = new int[shape.samples()];
  }

  /** On one surface if a tile fits like this, else on two, else null. */
  @Nullable FloatResiduals find(int[] depths, long validSamples, int most) {
    // A scheme tries its sizes from small to large, so a larger size may be the same tile again,
    // which its depths tell; any other is a new tile.
    boolean same = most > tried && valid == validSamples && Arrays.equals(tile, depths);
    if (!same) {
      bits = one.find(depths, validSamples, 0);
      twoBits = 0;
    }
    if (bits <= most) {
      tried = Integer.MAX_VALUE;
      return one;
    }
    if (twoBits == 0) {
      long beyond = one.beyondMiddle(depths);
      twoBits = beyond == 0 ? Integer.MAX_VALUE : two.find(depths, validSamples & ~beyond, beyond);
    }
    if (twoBits <= most) {
      tried = Integer.MAX_VALUE;
      return two;
    }
    tried = most;
    valid = validSamples;
    System.arraycopy(depths, 0, tile, 0, tile.length);
    return null;
  }

  /** Reads a tile. */
  void read(long[] source, long validSamples, int words, int[] depths) {
    // What was known of a tile is no longer there, also if this one cannot be read.
    tried = Integer.MAX_VALUE;
    one.read(source, validSamples, words, depths);
  }
}
