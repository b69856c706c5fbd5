package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a tile on one surface and on two: the same for all sizes that {@link
 * PredictiveFloat} has, so that those of a cascade, which are tried one after another, share it.
 * Which tile it was is known by its depths.
 */
final class FloatFits {
  private final FloatResiduals one;
  private final FloatResiduals two;
  private final int[] tile;
  private long valid;
  private int bits;

  /** On two surfaces; 0 as long as these have not been tried. */
  private int twoBits;

  FloatFits(TileShape shape, Kernels kernels) {
    one = new FloatResiduals(shape, kernels);
    two = new FloatResiduals(shape, kernels);
    tile = new int[shape.samples()];
  }

  /** On one surface if a tile fits like this, else on two, else null. */
  @Nullable FloatResiduals find(int[] depths, long validSamples, int most) {
    if (valid != validSamples || !one.areSame(tile, depths)) {
      valid = validSamples;
      System.arraycopy(depths, 0, tile, 0, tile.length);
      bits = one.find(depths, valid, 0);
      twoBits = 0;
    }
    if (bits <= most) {
      return one;
    }
    if (twoBits == 0) {
      long beyond = one.beyondMiddle(tile);
      twoBits = beyond == 0 ? Integer.MAX_VALUE : two.find(tile, valid & ~beyond, beyond);
    }
    return twoBits <= most ? two : null;
  }

  /** Reads a tile. */
  void read(long[] source, long validSamples, int words, int[] depths) {
    one.read(source, validSamples, words, depths);
    // What was known of a tile is no longer there.
    valid = 0;
  }
}
