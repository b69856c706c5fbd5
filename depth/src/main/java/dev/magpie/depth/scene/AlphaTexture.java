package dev.magpie.depth.scene;

import java.util.BitSet;

/** Which texels of a texture are there, by their alpha; the nearest texel decides. */
public final class AlphaTexture {
  /** What lies beyond a texture's edges. */
  public enum Wrap {
    /** The texture again. */
    REPEAT,
    /** Its mirror image. */
    MIRROR,
    /** Its last texel. */
    CLAMP
  }

  private final int width;
  private final int height;
  private final BitSet kept;
  private final Wrap across;
  private final Wrap down;

  /**
   * @param kept the texels that are there, row by row from the upper left one
   */
  public AlphaTexture(int width, int height, BitSet kept, Wrap across, Wrap down) {
    this.width = width;
    this.height = height;
    this.kept = (BitSet) kept.clone();
    this.across = across;
    this.down = down;
  }

  /**
   * Whether there is something.
   *
   * @param u from 0 to 1 over the texture's width
   * @param v from 0 to 1 over its height, downwards
   */
  public boolean keeps(double u, double v) {
    if (!Double.isFinite(u) || !Double.isFinite(v)) {
      return true;
    }
    int x = wrapped(u * width, width, across);
    int y = wrapped(v * height, height, down);
    return kept.get(y * width + x);
  }

  private static int wrapped(double at, int texels, Wrap wrap) {
    long texel = (long) Math.floor(at);
    return switch (wrap) {
      case REPEAT -> Math.floorMod(texel, texels);
      case CLAMP -> Math.clamp(texel, 0, texels - 1);
      case MIRROR -> {
        int both = Math.floorMod(texel, 2 * texels);
        yield Math.min(both, 2 * texels - 1 - both);
      }
    };
  }
}
