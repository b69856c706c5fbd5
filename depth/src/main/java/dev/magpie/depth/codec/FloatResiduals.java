package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * A tile as {@link PredictiveFloat} encodes it: which samples are on which surface, the first depth
 * of each, and the residuals of the others.
 */
final class FloatResiduals {
  private final int samples;
  private final Surfaces surfaces;
  private final RiceBlocks blocks;

  private int firstNear;
  private int firstFar;

  FloatResiduals(TileShape shape) {
    samples = shape.samples();
    surfaces = new Surfaces(shape);
    blocks = new RiceBlocks(shape);
  }

  /**
   * Finds the residuals of depths.
   *
   * @param near the samples on the nearer surface
   * @param far the samples on the farther one, none of the others
   * @return the bits that all takes
   */
  int find(int[] depths, long near, long far) {
    surfaces.cover(near, far);
    firstNear = first(near, depths);
    firstFar = first(far, depths);
    long predicted = surfaces.predicted();
    blocks.cover(predicted);
    for (long left = predicted; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      blocks.set(s, depths[s] - surfaces.predict(depths, s));
    }
    return headerBits() + blocks.bits();
  }

  /** The samples of a tile that was found on one surface that are nearer to the farthest. */
  long beyondMiddle(int[] depths) {
    long valid = surfaces.near();
    long nearest = Long.MAX_VALUE;
    long farthest = 0;
    for (long left = valid; left != 0; left &= left - 1) {
      long depth = Integer.toUnsignedLong(depths[Long.numberOfTrailingZeros(left)]);
      nearest = Math.min(nearest, depth);
      farthest = Math.max(farthest, depth);
    }
    long middle = (nearest + farthest) >> 1;
    long beyond = 0;
    for (long left = valid; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      beyond |= ((middle - Integer.toUnsignedLong(depths[s])) >>> 63) << s;
    }
    return beyond;
  }

  private static int first(long surface, int[] depths) {
    return surface == 0 ? 0 : depths[Long.numberOfTrailingZeros(surface)];
  }

  /** Bits behind the parameters. */
  private int headerBits() {
    return 1
        + (surfaces.far() == 0 ? 0 : samples + Integer.SIZE)
        + (surfaces.near() == 0 ? 0 : Integer.SIZE);
  }

  /** Writes all. */
  void write(long[] target, int words) {
    int end = words * Long.SIZE;
    Arrays.fill(target, 0, words, 0);
    blocks.write(target, end - headerBits());
    int bit = end - 1;
    if (surfaces.far() != 0) {
      BitFields.or(target, bit, 1, 1);
      bit -= samples;
      BitFields.or(target, bit, surfaces.far(), samples);
      bit -= Integer.SIZE;
      BitFields.or(target, bit, Integer.toUnsignedLong(firstFar), Integer.SIZE);
    }
    if (surfaces.near() != 0) {
      bit -= Integer.SIZE;
      BitFields.or(target, bit, Integer.toUnsignedLong(firstNear), Integer.SIZE);
    }
  }

  /** Reads what {@link #write} has written. */
  void read(long[] source, long valid, int words, int[] depths) {
    int end = words * Long.SIZE;
    long far = 0;
    if (BitFields.get(source, end - 1, 1) != 0) {
      checkRoom(end - 1 - samples);
      far = BitFields.get(source, end - 1 - samples, samples);
    }
    surfaces.cover(valid & ~far, valid & far);
    int bit = far == 0 ? end - 1 : end - 1 - samples;
    firstFar = 0;
    if (surfaces.far() != 0) {
      bit -= Integer.SIZE;
      checkRoom(bit);
      firstFar = (int) BitFields.get(source, bit, Integer.SIZE);
    }
    firstNear = 0;
    if (surfaces.near() != 0) {
      bit -= Integer.SIZE;
      checkRoom(bit);
      firstNear = (int) BitFields.get(source, bit, Integer.SIZE);
    }
    blocks.cover(surfaces.predicted());
    blocks.read(source, bit);
    addToPredictions(depths);
  }

  private static void checkRoom(int bit) {
    if (bit < 0) {
      throw new CorruptBlockException(
          "the lines have %d bits too few for the surfaces".formatted(-bit));
    }
  }

  /** Adds residuals to predictions, in the order in which these need depths. */
  private void addToPredictions(int[] depths) {
    if (surfaces.near() != 0) {
      depths[Long.numberOfTrailingZeros(surfaces.near())] = firstNear;
    }
    if (surfaces.far() != 0) {
      depths[Long.numberOfTrailingZeros(surfaces.far())] = firstFar;
    }
    for (long left = surfaces.predicted(); left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      depths[s] = surfaces.predict(depths, s) + blocks.get(s);
    }
  }
}
