package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;

/**
 * Depth offset (paper, section 3.2): two references around the tile's depths, and for each sample a
 * bit that chooses one of them and a residual to it.
 *
 * <p>The layout: both references first, {@code m} (1) and {@code r} (n) of each sample last, spare
 * bits between; 32 or 48 of 64 bits are the references' for 8x8 samples and lines of 64 B, where n
 * is 6, 14 or 22 for one, two or three lines. References are rounded outwards: the low bits of the
 * near one are zeros and those of the far one are ones. Cleared samples have m = r = 0.
 */
public final class DepthOffset implements TileCodec {
  private final int samples;
  private final long all;
  private final int depthBits;
  private final int referenceBits;
  private final int residualBits;
  private final int firstField;
  private final PackedFields packed;
  private final boolean vectors;
  private final int middle;
  private final int[] fields;
  private boolean oneReference;

  /**
   * @param lines memory lines for an encoded tile
   * @param referenceBits precision of the references, 1 to 24 and no more than depths have
   * @throws IllegalArgumentException if residuals have no bit left
   */
  public DepthOffset(TileShape shape, int lines, int referenceBits, Kernels kernels) {
    this.referenceBits = referenceBits;
    depthBits = shape.format().bits();
    samples = shape.samples();
    all = shape.mask();
    if (referenceBits > Math.min(24, depthBits)) {
      throw new IllegalArgumentException(
          "references of depth offset under %s have 1 to %d bits, not %d"
              .formatted(shape.format(), Math.min(24, depthBits), referenceBits));
    }
    int bits = lines * 8 * shape.lineBytes();
    int left = (bits - 2 * referenceBits) / samples - 1;
    if (left < 1 || referenceBits < 1) {
      throw new IllegalArgumentException(
          "depth offset has %d bits for residuals of %d samples in %d bits with two references of"
                  .formatted(Math.max(0, left), samples, bits)
              + " %d bits".formatted(referenceBits));
    }
    residualBits = Math.min(left, depthBits);
    firstField = bits - samples * (residualBits + 1);
    packed = new PackedFields(samples, 0, firstField, residualBits + 1, bits / Long.SIZE, kernels);
    vectors = kernels.areVectors(samples);
    middle = Math.max(0, samples / 2 - 1);
    fields = new int[2 * samples];
  }

  @Override
  public boolean usesBounds() {
    return true;
  }

  /** Bits of a residual. */
  public int residualBits() {
    return residualBits;
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] words) {
    int low = depthBits - referenceBits;
    int near = nearest >> low << low;
    int far = farthest | ((1 << low) - 1);
    // Of the many tiles that do not fit, most are done with here.
    if (isBetween(depths[Long.numberOfTrailingZeros(valid)], near, far)
        || isBetween(depths[63 - Long.numberOfLeadingZeros(valid)], near, far)
        || (((valid >>> middle) & 1) != 0 && isBetween(depths[middle], near, far))) {
      return false;
    }
    if (residuals(depths, valid, near, far) >>> residualBits != 0) {
      return false;
    }
    packed.pack(header(near >> low, far >> low), 0, fields, words);
    return true;
  }

  private long header(int near, int far) {
    return ((long) near << referenceBits | far) << (Long.SIZE - 2 * referenceBits);
  }

  /** Whether a depth is too far from both references. */
  private boolean isBetween(int depth, int near, int far) {
    int largest = (1 << residualBits) - 1;
    return depth - near > largest && far - depth > largest;
  }

  /**
   * Fills the fields.
   *
   * @return all residuals, or'ed; beyond their width if one is too large
   */
  private int residuals(int[] depths, long valid, int near, int far) {
    int selector = 1 << residualBits;
    if (vectors) {
      long union = SampleVectors.depthOffset(depths, valid, near, far, selector, fields);
      oneReference = (int) union == 0;
      return (int) (union >>> Integer.SIZE);
    }
    for (long cleared = all & ~valid; cleared != 0; cleared &= cleared - 1) {
      depths[Long.numberOfTrailingZeros(cleared)] = near;
    }
    int largest = selector - 1;
    int union = 0;
    int anyFarther = 0;
    for (int s = 0; s < samples; s++) {
      int depth = depths[s];
      int residual = depth - near;
      // All ones where the far reference is needed.
      int farther = (largest - residual) >> 31;
      residual ^= (residual ^ (far - depth)) & farther;
      fields[s] = residual | (selector & farther);
      union |= residual;
      anyFarther |= farther;
    }
    oneReference = anyFarther == 0;
    return union;
  }

  /** Whether the tile encoded last needs the near reference only. */
  public boolean oneReference() {
    return oneReference;
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    packed.unpack(words, fields);
    int near = nearest(words);
    int span = farthest(words) - near;
    if (vectors) {
      SampleVectors.depthOffset(fields, near, span, residualBits, depths);
      return;
    }
    int mask = (1 << residualBits) - 1;
    for (int s = 0; s < samples; s++) {
      int farther = -(fields[s] >>> residualBits);
      int residual = fields[s] & mask;
      depths[s] = near + (span & farther) + ((residual ^ farther) - farther);
    }
  }

  /**
   * The lines that samples of an encoded tile lie in, and the first, which has the references: bit
   * {@code k} for line {@code k}.
   */
  public int linesOf(long some, int lineBytes) {
    int lines = 1;
    for (long left = some; left != 0; left &= left - 1) {
      int bit = field(Long.numberOfTrailingZeros(left));
      lines |= 1 << (bit / (8 * lineBytes));
      lines |= 1 << ((bit + residualBits) / (8 * lineBytes));
    }
    return lines;
  }

  /**
   * Replaces samples of an encoded tile under the references that it has.
   *
   * @return whether all fit; if not, nothing has changed
   */
  public boolean replace(long[] words, long some, int[] depths) {
    int near = nearest(words);
    int far = farthest(words);
    for (long left = some; left != 0; left &= left - 1) {
      int depth = depths[Long.numberOfTrailingZeros(left)];
      if (depth < near || depth > far || isBetween(depth, near, far)) {
        return false;
      }
    }
    int selector = 1 << residualBits;
    for (long left = some; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      int residual = depths[s] - near;
      BitFields.put(
          words,
          field(s),
          residual < selector ? residual : selector | (far - depths[s]),
          residualBits + 1);
    }
    return true;
  }

  /** Where a sample's field starts. */
  private int field(int sample) {
    return firstField + sample * (residualBits + 1);
  }

  /** The near reference of an encoded tile: no depth in it is smaller. */
  public int nearest(long[] words) {
    return (int) BitFields.get(words, 0, referenceBits) << (depthBits - referenceBits);
  }

  /** The far reference of an encoded tile: no depth in it is larger. */
  public int farthest(long[] words) {
    int low = depthBits - referenceBits;
    return ((int) BitFields.get(words, referenceBits, referenceBits) << low) | ((1 << low) - 1);
  }
}
