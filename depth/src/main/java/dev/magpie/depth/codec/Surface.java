package dev.magpie.depth.codec;

import dev.magpie.depth.event.TileShape;

/**
 * Which samples of a tile are on a surface, and from which others each of them is predicted: the
 * plane through the left, the upper and the upper left sample if all three are on the surface; else
 * the line through two of them in the row or in the column; else the left or the upper one, else
 * the one before. Depths are unsigned 32-bit numbers.
 */
final class Surface {
  /** The largest depth. */
  static final long LARGEST = 0xFFFF_FFFFL;

  private final int width;

  /** The samples that are not in the first column, and those not in the first two. */
  private final long behindFirst;

  private final long behindSecond;

  private long on;
  private long plane;
  private long lineAcross;
  private long lineDown;
  private long left;
  private long up;

  Surface(TileShape shape) {
    width = shape.width();
    behindFirst = shape.rectangle(1, 0, width - 1, shape.height());
    behindSecond = width > 2 ? shape.rectangle(2, 0, width - 2, shape.height()) : 0;
  }

  /** Takes the samples that are on the surface. */
  void cover(long samples) {
    on = samples;
    long hasLeft = samples & (samples << 1) & behindFirst;
    long hasUp = samples & moved(samples, width);
    plane = hasLeft & hasUp & moved(samples, width + 1);
    long rest = ~plane;
    lineAcross = rest & hasLeft & (samples << 2) & behindSecond;
    rest &= ~lineAcross;
    lineDown = rest & hasUp & moved(samples, 2 * width);
    rest &= ~lineDown;
    left = rest & hasLeft;
    up = rest & ~hasLeft & hasUp;
  }

  private static long moved(long samples, int by) {
    return by < Long.SIZE ? samples << by : 0;
  }

  /** The samples that are on the surface. */
  long on() {
    return on;
  }

  /** The first of them, which has no prediction. */
  long first() {
    return Long.lowestOneBit(on);
  }

  /** The samples that planes predict. */
  long plane() {
    return plane;
  }

  /** Predicts a sample from those before it. */
  long predict(int[] depths, int s) {
    if (((plane >>> s) & 1) != 0) {
      return clamp(at(depths, s - 1) + at(depths, s - width) - at(depths, s - width - 1));
    }
    return predictOtherwise(depths, s);
  }

  /** Predicts a sample that no plane predicts. */
  long predictOtherwise(int[] depths, int s) {
    if (((lineAcross >>> s) & 1) != 0) {
      return clamp(2 * at(depths, s - 1) - at(depths, s - 2));
    }
    if (((lineDown >>> s) & 1) != 0) {
      return clamp(2 * at(depths, s - width) - at(depths, s - 2 * width));
    }
    if (((left >>> s) & 1) != 0) {
      return at(depths, s - 1);
    }
    if (((up >>> s) & 1) != 0) {
      return at(depths, s - width);
    }
    return at(depths, 63 - Long.numberOfLeadingZeros(on & ((1L << s) - 1)));
  }

  static long at(int[] depths, int s) {
    return Integer.toUnsignedLong(depths[s]);
  }

  private static long clamp(long depth) {
    return Math.clamp(depth, 0L, LARGEST);
  }
}
