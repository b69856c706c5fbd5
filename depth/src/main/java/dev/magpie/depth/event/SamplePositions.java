package dev.magpie.depth.event;

/**
 * Where the samples of a tile lie, and what planes are there. A plane is what it is without
 * multisampling: its constant is of the centre of the tile's first pixel, and its gradients are
 * those from pixel to pixel. Rasteriser and decoder evaluate it here, so that planes stay exact.
 */
public final class SamplePositions {
  private static final int STEP_BITS = Integer.numberOfTrailingZeros(Multisampling.STEPS);

  private final DepthFormat format;
  private final int[] x;
  private final int[] y;

  /** Those of any tile of a shape. */
  public SamplePositions(TileShape tile) {
    Multisampling samples = tile.multisampling();
    format = tile.format();
    x = new int[tile.samples()];
    y = new int[tile.samples()];
    for (int s = 0; s < x.length; s++) {
      int i = s % tile.width();
      int j = s / tile.width();
      int place = j % samples.down() * samples.across() + i % samples.across();
      x[s] = i / samples.across() * Multisampling.STEPS + samples.x(place);
      y[s] = j / samples.down() * Multisampling.STEPS + samples.y(place);
    }
  }

  /** How far a sample is to the right of the centre of the tile's first pixel, in sixteenths. */
  public int x(int sample) {
    return x[sample];
  }

  /** How far a sample is below the centre of the tile's first pixel, in sixteenths. */
  public int y(int sample) {
    return y[sample];
  }

  /**
   * The depth of a sample; see {@link DepthFormat#depth}.
   *
   * @param sample its number in the tile
   */
  public int depth(long c0, long cx, long cy, int f, int sample) {
    return format.depth(c0 + ((cx * x[sample] + cy * y[sample]) >> STEP_BITS), 0, 0, f, 0, 0);
  }

  /** The depths of some samples; see {@link DepthFormat#depths}. */
  public void depths(long c0, long cx, long cy, int f, long samples, int[] depths) {
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      depths[s] = depth(c0, cx, cy, f, s);
    }
  }
}
