package dev.magpie.depth.event;

import java.util.Locale;

/**
 * What a depth is in a depth buffer. Planes have 24 bits before their fraction under all formats;
 * what is stored is rounded from the plane's value, the same way by rasteriser and decoder. Depths
 * of all formats are ints that compare as the depths do.
 */
public enum DepthFormat {
  /** Integers of 16 bits, from 0 to 65,535, in two bytes. */
  D16(16, 2, 0xFFFF, 0xFFFF << 8),
  /** Integers of 24 bits, in four bytes. */
  D24(PlaneEquation.DEPTH_BITS, 4, PlaneEquation.CLEAR_DEPTH, PlaneEquation.CLEAR_DEPTH),
  /** Floats of 32 bits from 0 to 1, of which the upper two are zeros. */
  D32F(30, 4, Float.floatToRawIntBits(1), 1 << 24);

  /** By fraction bits, what a plane's whole one is of its integers. */
  private static final float[] SCALES = new float[PlaneFormat.MAX_FRACTION_BITS + 1];

  static {
    for (int f = 0; f < SCALES.length; f++) {
      SCALES[f] = Math.scalb(1f, -24 - f);
    }
  }

  private final int bits;
  private final int sampleBytes;
  private final int largest;
  private final int one;

  DepthFormat(int bits, int sampleBytes, int largest, int one) {
    this.bits = bits;
    this.sampleBytes = sampleBytes;
    this.largest = largest;
    this.one = one;
  }

  /** Bits of a depth that are not always zero. */
  public int bits() {
    return bits;
  }

  /** Bytes of a sample in memory. */
  public int sampleBytes() {
    return sampleBytes;
  }

  /** The largest depth. */
  public int largest() {
    return largest;
  }

  /** What a plane without fraction bits is at that depth. */
  public int one() {
    return one;
  }

  /** What a plane without fraction bits is one step deeper; of floats, which have many, 1. */
  public int step() {
    return this == D16 ? 1 << 8 : 1;
  }

  /** Whether depths are floats. */
  public boolean isFloat() {
    return this == D32F;
  }

  /** A depth from 0 to 1. */
  public double value(int depth) {
    return isFloat() ? Float.intBitsToFloat(depth) : (double) depth / largest;
  }

  /** The depth of a sample; see {@link PlaneEquation#depth}. */
  public int depth(long c0, long cx, long cy, int f, int i, int j) {
    if (this == D24) {
      return PlaneEquation.depth(c0, cx, cy, f, i, j);
    }
    long z = c0 + cx * i + cy * j;
    if (this == D16) {
      int shift = f + 8;
      return (int) Math.clamp((z + (1L << (shift - 1))) >> shift, 0L, (long) largest);
    }
    // A power of two loses nothing, so this is the float nearest to the plane's value.
    return Float.floatToRawIntBits((float) Math.clamp(z, 0L, 1L << (24 + f)) * SCALES[f]);
  }

  /** The depths of some samples of a tile; see {@link PlaneEquation#depths}. */
  public void depths(
      long c0,
      long cx,
      long cy,
      int f,
      int columnBits,
      long samples,
      int[] depths,
      Kernels kernels) {
    if (this == D24) {
      PlaneEquation.depths(c0, cx, cy, f, columnBits, samples, depths, kernels);
      return;
    }
    int lastColumn = (1 << columnBits) - 1;
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      depths[s] = depth(c0, cx, cy, f, s & lastColumn, s >>> columnBits);
    }
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
