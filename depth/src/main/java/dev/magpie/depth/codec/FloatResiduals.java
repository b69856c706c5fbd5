package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;

/**
 * A tile as {@link PredictiveFloat} encodes it: which samples are on which surface, the first depth
 * of each, and the residuals of the others. 512-bit vectors find them for tiles of 8x8 samples with
 * depths below {@link SurfaceVectors#LIMIT}; what they do not suit, scalar code does, with the same
 * results.
 */
final class FloatResiduals {
  private static final int HEADER_FIELDS = 4;

  private final boolean vectors;
  private final int samples;
  private final Surfaces surfaces;
  private final RiceBlocks blocks;

  /** What {@link RiceVectors} has instead of the blocks, if the depths found are so small. */
  private boolean small;

  private final int[] before;
  private final int[] residuals;
  private final int[] places;
  private final int[] parameters;
  private final int[] bytes;
  private final long[] fields = new long[HEADER_FIELDS + RiceBlocks.MOST_FIELDS];
  private final int[] widths = new int[HEADER_FIELDS + RiceBlocks.MOST_FIELDS];

  private int firstNear;
  private int firstFar;

  FloatResiduals(TileShape shape, Kernels kernels) {
    samples = shape.samples();
    vectors = kernels.vectorBits() == 512 && shape.width() == 8 && shape.height() == 8;
    surfaces = new Surfaces(shape);
    blocks = new RiceBlocks(shape);
    before = new int[samples];
    residuals = new int[samples];
    places = new int[samples];
    parameters = new int[samples];
    bytes = new int[vectors ? RiceVectors.BYTES : 0];
  }

  /**
   * Finds the residuals of depths.
   *
   * @param near the samples on the nearer surface
   * @param far the samples on the farther one, none of the others
   * @param farthest no depth is larger
   * @return the bits that all takes
   */
  int find(int[] depths, long near, long far, int farthest) {
    surfaces.cover(near, far);
    firstNear = first(near, depths);
    firstFar = first(far, depths);
    small = vectors && Integer.compareUnsigned(farthest, SurfaceVectors.LIMIT) < 0;
    long predicted = surfaces.predicted();
    if (small) {
      if ((surfaces.other() & predicted) != 0) {
        SurfaceVectors.before(depths, near, before);
        if (far != 0) {
          SurfaceVectors.before(depths, far, before);
        }
      }
      SurfaceVectors.residuals(surfaces, depths, before, residuals, places);
      return headerBits() + RiceVectors.bits(places, predicted, parameters);
    }
    blocks.cover(predicted);
    for (long left = predicted; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      blocks.set(s, Surfaces.at(depths, s) - surfaces.predict(depths, s));
    }
    return headerBits() + blocks.bits();
  }

  private static int first(long surface, int[] depths) {
    return surface == 0 ? 0 : depths[Long.numberOfTrailingZeros(surface)];
  }

  /** Whether vectors serve tiles of this shape. */
  boolean vectors() {
    return vectors;
  }

  /** Where residuals start. */
  private int headerBits() {
    return 1
        + (surfaces.far() == 0 ? 0 : samples + Integer.SIZE)
        + (surfaces.near() == 0 ? 0 : Integer.SIZE);
  }

  /** Writes all. */
  void write(long[] target, int words) {
    int count = 0;
    fields[0] = surfaces.far() == 0 ? 0 : 1;
    widths[0] = 1;
    count++;
    if (surfaces.far() != 0) {
      fields[count] = surfaces.far();
      widths[count++] = samples;
      fields[count] = Integer.toUnsignedLong(firstFar);
      widths[count++] = Integer.SIZE;
    }
    if (surfaces.near() != 0) {
      fields[count] = Integer.toUnsignedLong(firstNear);
      widths[count++] = Integer.SIZE;
    }
    count =
        small
            ? RiceVectors.fields(
                surfaces.predicted(), places, parameters, bytes, fields, widths, count)
            : blocks.fields(fields, widths, count);
    FieldWriter.write(fields, widths, count, target, words);
  }

  /** Reads what {@link #write} has written. */
  void read(long[] source, long valid, int words, int[] depths) {
    long far = BitFields.get(source, 0, 1) == 0 ? 0 : BitFields.get(source, 1, samples);
    int bit = far == 0 ? 1 : 1 + samples;
    surfaces.cover(valid & ~far, valid & far);
    firstFar = 0;
    if (surfaces.far() != 0) {
      firstFar = (int) BitFields.get(source, bit, Integer.SIZE);
      bit += Integer.SIZE;
    }
    firstNear = 0;
    if (surfaces.near() != 0) {
      firstNear = (int) BitFields.get(source, bit, Integer.SIZE);
      bit += Integer.SIZE;
    }
    boolean ints =
        vectors
            && RiceVectors.read(
                source, bit, words * Long.SIZE, surfaces.predicted(), bytes, residuals);
    if (ints && addByVectors(depths)) {
      return;
    }
    if (!ints) {
      blocks.cover(surfaces.predicted());
      blocks.read(source, bit, words * Long.SIZE);
    }
    addOneByOne(ints, depths);
  }

  /** Adds residuals to predictions, unless vectors cannot. */
  private boolean addByVectors(int[] depths) {
    return surfaces.near() == -1L
        ? SurfaceVectors.depths(residuals, firstNear, depths)
        : SurfaceVectors.depths(surfaces, residuals, firstNear, firstFar, places, depths);
  }

  private void addOneByOne(boolean ints, int[] depths) {
    if (surfaces.near() != 0) {
      depths[Long.numberOfTrailingZeros(surfaces.near())] = firstNear;
    }
    if (surfaces.far() != 0) {
      depths[Long.numberOfTrailingZeros(surfaces.far())] = firstFar;
    }
    for (long left = surfaces.predicted(); left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      long depth = surfaces.predict(depths, s) + (ints ? residuals[s] : blocks.get(s));
      if (depth < 0 || depth > Surfaces.LARGEST) {
        throw new CorruptBlockException("sample %d has a depth of %d".formatted(s, depth));
      }
      depths[s] = (int) depth;
    }
  }
}
