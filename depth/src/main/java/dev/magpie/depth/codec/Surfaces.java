package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;

/**
 * Which samples of a tile are on which of two surfaces, and from which others of its surface each
 * of them is predicted: the plane through the left, the upper and the upper left sample if all
 * three are on the surface; else the line through two of them in the row or in the column; else the
 * left or the upper one, else the one before. Depths are unsigned 32-bit numbers.
 */
final class Surfaces {
  /** The largest depth. */
  static final long LARGEST = 0xFFFF_FFFFL;

  private final int width;

  /** The samples that are not in the first column, and those not in the first two. */
  private final long behindFirst;

  private final long behindSecond;

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
    behindSecond = width > 2 ? shape.rectangle(2, 0, width - 2, shape.height()) : 0;
  }

  /** Takes the samples that are on the one and on the other surface. */
  void cover(long nearSamples, long farSamples) {
    near = nearSamples;
    far = farSamples;
    besideLeft = ((near & (near << 1)) | (far & (far << 1))) & behindFirst;
    long nearUp = near & moved(near, width);
    long farUp = far & moved(far, width);
    plane = besideLeft & ((nearUp & moved(near, width + 1)) | (farUp & moved(far, width + 1)));
    lineAcross = besideLeft & ~plane & (besideLeft << 1) & behindSecond;
    long rest = ~plane & ~lineAcross;
    lineDown = rest & ((nearUp & moved(near, 2 * width)) | (farUp & moved(far, 2 * width)));
    besideLeft &= ~lineDown;
    other = (near | far) & ~besideLeft & ~nearUp & ~farUp;
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

  /** The samples that planes predict. */
  long plane() {
    return plane;
  }

  /** The samples that a line in the row predicts. */
  long lineAcross() {
    return lineAcross;
  }

  /** The samples that a line in the column predicts. */
  long lineDown() {
    return lineDown;
  }

  /** The samples that are predicted from the left one, and perhaps from further ones. */
  long besideLeft() {
    return besideLeft;
  }

  /** The samples that the one before on their surface predicts, and the first ones. */
  long other() {
    return other;
  }

  /** Predicts a sample from those before it on its surface. */
  long predict(int[] depths, int s) {
    long sample = 1L << s;
    if ((plane & sample) != 0) {
      return clamp(at(depths, s - 1) + at(depths, s - width) - at(depths, s - width - 1));
    }
    if ((lineAcross & sample) != 0) {
      return clamp(2 * at(depths, s - 1) - at(depths, s - 2));
    }
    if ((lineDown & sample) != 0) {
      return clamp(2 * at(depths, s - width) - at(depths, s - 2 * width));
    }
    if ((besideLeft & sample) != 0) {
      return at(depths, s - 1);
    }
    if ((other & sample) == 0) {
      return at(depths, s - width);
    }
    long surface = (near & sample) != 0 ? near : far;
    return at(depths, 63 - Long.numberOfLeadingZeros(surface & (sample - 1)));
  }

  static long at(int[] depths, int s) {
    return Integer.toUnsignedLong(depths[s]);
  }

  private static long clamp(long depth) {
    return Math.clamp(depth, 0L, LARGEST);
  }
}
