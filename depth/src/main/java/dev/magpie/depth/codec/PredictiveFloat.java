package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;

/**
 * The floating-point codec that Ström et al. (2008) inspired: depths are taken as unsigned 32-bit
 * numbers, so that floats of one sign differ without loss, predicted from their neighbours on one
 * or two surfaces ({@link Surfaces}), and the residuals Golomb-Rice coded. Cleared samples take no
 * bits. The bit layout is ours. From the last bit of the lines backwards:
 *
 * <ol>
 *   <li>whether there is a second surface (1) and, if so, which samples are on it (1 each);
 *   <li>the first sample of the second surface and that of the first (32 each), which have no
 *       residual;
 *   <li>the parameters of the residuals ({@link RiceBlocks}), of which the rest is in front.
 * </ol>
 */
final class PredictiveFloat implements TileCodec {
  private final int words;
  private final FloatFits fits;

  /**
   * @param fits what is known of the tile; the modes of a scheme may share it
   */
  PredictiveFloat(TileShape shape, int lines, FloatFits fits) {
    this.fits = fits;
    words = lines * shape.lineBytes() / Long.BYTES;
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    FloatResiduals found = fits.find(depths, valid, words * Long.SIZE);
    if (found == null) {
      return false;
    }
    found.write(target, words);
    return true;
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    fits.read(source, valid, words, depths);
  }
}
