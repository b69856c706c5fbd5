package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;

/**
 * Which samples of a tile are on which of two surfaces, and from which others of its surface each
 * of them is predicted. It is the first of these that there is:
 *
 * <ul>
 *   <li>the plane through the left, the upper and the upper left sample;
 *   <li>the line through the two above, or the upper one;
 *   <li>the line through the two to the left, if also the left one is predicted from its left, or
 *       the left one;
 *   <li>the first sample of the surface.
 * </ul>
 *
 * <p>Depths are 32-bit numbers, and so are predictions and residuals: what leaves the range comes
 * in again at its other end, so that nothing is lost.
 */
final class Surfaces {
  private final int width;

  /** The samples that are not in the first column. */
  private final long behindFirst;

  private long near;
  private long far;
  private long besideLeft;
  private long plane;
  private long lineAcross;
  private long lineDown;
  private long other;

  Surfaces(TileShape shape) {
    width = shape.width();
    behindFirst = shape.rectangle(1, 0, width - 1, shape.height());
  }

  /** Takes the samples that are on the one and on the other surface. */
  void cover(long nearSamples, long farSamples) {
    near = nearSamples;
    far = farSamples;
    long beside = ((near & (near << 1)) | (far & (far << 1))) & behindFirst;
    long nearUp = near & moved(near, width);
    long farUp = far & moved(far, width);
    long up = nearUp | farUp;
    plane = beside & ((nearUp & moved(near, width + 1)) | (farUp & moved(far, width + 1)));
    besideLeft = plane | (beside & ~up);
    lineAcross = besideLeft & ~plane & (besideLeft << 1);
    lineDown = ~plane & ((nearUp & moved(near, 2 * width)) | (farUp & moved(far, 2 * width)));
    other = (near | far) & ~beside & ~up;
  }

  private static long moved(long samples, int by) {
    return by < Long.SIZE ? samples << by : 0;
  }

  /** The samples on the nearer surface. */
  long near() {
    return near;
  }

  /** The samples on the farther surface. */
  long far() {
    return far;
  }

  /** The samples that are predicted: all but the first of each surface. */
  long predicted() {
    return (near & (near - 1)) | (far & (far - 1));
  }

  /** Predicts a sample from those before it on its surface. */
  int predict(int[] depths, int s) {
    long sample = 1L << s;
    if ((plane & sample) != 0) {
      return depths[s - 1] + depths[s - width] - depths[s - width - 1];
    }
    if ((lineAcross & sample) != 0) {
      return 2 * depths[s - 1] - depths[s - 2];
    }
    if ((lineDown & sample) != 0) {
      return 2 * depths[s - width] - depths[s - 2 * width];
    }
    if ((besideLeft & sample) != 0) {
      return depths[s - 1];
    }
    if ((other & sample) == 0) {
      return depths[s - width];
    }
    return depths[Long.numberOfTrailingZeros((near & sample) != 0 ? near : far)];
  }
}
