package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;

/**
 * The floating-point codec that Ström et al. (2008) inspired: depths are taken as unsigned 32-bit
 * numbers, so that floats of one sign differ without loss, predicted from their neighbours on one
 * or two surfaces ({@link Surface}), and the residuals Golomb-Rice coded. Cleared samples take no
 * bits. The bit layout is ours:
 *
 * <ol>
 *   <li>whether there is a second surface (1) and, if so, which samples are on it (1 each);
 *   <li>each surface's first sample (32), which has no residual;
 *   <li>the residuals ({@link RiceBlocks}).
 * </ol>
 */
final class PredictiveFloat implements TileCodec {
  private final String name;
  private final int lines;
  private final int width;
  private final int samples;
  private final long all;
  private final int words;
  private final Surface near;
  private final Surface far;
  private final RiceBlocks residuals;

  PredictiveFloat(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    samples = shape.samples();
    all = shape.mask();
    words = lines * shape.lineBytes() / Long.BYTES;
    near = new Surface(shape);
    far = new Surface(shape);
    residuals = new RiceBlocks(shape);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lines() {
    return lines;
  }

  @Override
  public boolean usesBounds() {
    return true;
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] target) {
    if (!fits(depths, valid, 0)) {
      long second = beyondMiddle(depths, valid, nearest, farthest);
      if (second == 0 || !fits(depths, valid, second)) {
        return false;
      }
    }
    FieldWriter writer = new FieldWriter(target);
    if (far.on() == 0) {
      writer.put(0, 1);
    } else {
      writer.put(1, 1);
      int half = samples / 2;
      writer.put(far.on() >>> half, samples - half);
      writer.put(far.on() & ((1L << half) - 1), half);
    }
    writeFirst(near, depths, writer);
    writeFirst(far, depths, writer);
    residuals.write(writer);
    writer.end(words);
    return true;
  }

  /** The samples that are nearer to the farthest. */
  private static long beyondMiddle(int[] depths, long valid, int nearest, int farthest) {
    long middle = (Integer.toUnsignedLong(nearest) + Integer.toUnsignedLong(farthest)) >> 1;
    long beyond = 0;
    for (int s = 0; s < depths.length; s++) {
      beyond |= ((middle - Surface.at(depths, s)) >>> 63) << s;
    }
    return beyond & valid;
  }

  /** Finds the residuals, and tells whether they fit with what else there is. */
  private boolean fits(int[] depths, long valid, long second) {
    near.cover(valid & ~second);
    far.cover(second);
    residuals.cover(valid & ~near.first() & ~far.first());
    long[] values = residuals.values();
    predictByPlanes(depths, values);
    long otherwise = all & ~near.plane() & ~far.plane();
    for (; otherwise != 0; otherwise &= otherwise - 1) {
      values[Long.numberOfTrailingZeros(otherwise)] = 0;
    }
    predictOtherwise(near, depths, values);
    predictOtherwise(far, depths, values);
    return (long) firstBit() + residuals.bits() <= (long) words * Long.SIZE;
  }

  /** Where residuals start. */
  private int firstBit() {
    return 1
        + (far.on() == 0 ? 0 : samples)
        + (near.on() == 0 ? 0 : Integer.SIZE)
        + (far.on() == 0 ? 0 : Integer.SIZE);
  }

  /** All samples from the second of the second row on, whether or not they are on a plane. */
  private void predictByPlanes(int[] depths, long[] values) {
    for (int s = width + 1; s < depths.length; s++) {
      long predicted =
          Surface.at(depths, s - 1)
              + Surface.at(depths, s - width)
              - Surface.at(depths, s - width - 1);
      long within = Math.max(0, Math.min(predicted, Surface.LARGEST));
      values[s] = RiceBlocks.map(Surface.at(depths, s) - within);
    }
  }

  private static void predictOtherwise(Surface surface, int[] depths, long[] values) {
    long left = surface.on() & ~surface.plane() & ~surface.first();
    for (; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      values[s] = RiceBlocks.map(Surface.at(depths, s) - surface.predictOtherwise(depths, s));
    }
  }

  private static void writeFirst(Surface surface, int[] depths, FieldWriter writer) {
    if (surface.on() != 0) {
      int s = Long.numberOfTrailingZeros(surface.on());
      writer.put(Surface.at(depths, s), Integer.SIZE);
    }
  }

  @Override
  public void decode(long[] source, long valid, int[] depths) {
    long second = BitFields.get(source, 0, 1) == 0 ? 0 : BitFields.get(source, 1, samples);
    if ((second & ~all) != 0) {
      throw new CorruptBlockException("the second surface has samples beyond the tile");
    }
    near.cover(valid & ~second);
    far.cover(valid & second);
    int bit = second == 0 ? 1 : 1 + samples;
    bit = readFirst(near, source, bit, depths);
    bit = readFirst(far, source, bit, depths);
    residuals.cover(valid & ~near.first() & ~far.first());
    residuals.read(source, bit, words);
    add(near, depths);
    add(far, depths);
  }

  private static int readFirst(Surface surface, long[] source, int bit, int[] depths) {
    if (surface.on() == 0) {
      return bit;
    }
    depths[Long.numberOfTrailingZeros(surface.on())] =
        (int) BitFields.get(source, bit, Integer.SIZE);
    return bit + Integer.SIZE;
  }

  private void add(Surface surface, int[] depths) {
    long[] values = residuals.values();
    for (long left = surface.on() & ~surface.first(); left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      long depth = surface.predict(depths, s) + RiceBlocks.unmap(values[s]);
      if (depth < 0 || depth > Surface.LARGEST) {
        throw new CorruptBlockException("sample %d has a depth of %d".formatted(s, depth));
      }
      depths[s] = (int) depth;
    }
  }
}
