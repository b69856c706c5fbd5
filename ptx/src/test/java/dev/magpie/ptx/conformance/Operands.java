package dev.magpie.ptx.conformance;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Operands worth trying: the corners of each type, and random ones. */
final class Operands {
  private Operands() {}

  /** The corners of floats: zeros, subnormals, ones, ties, the largest, infinities and NaNs. */
  static long[] floats(FloatFormat format, int random, long seed) {
    long one = (long) format.bias() << format.fractionBits;
    long[] corners = {
      0,
      1,
      2,
      format.fractionMask(),
      format.fractionMask() >> 1,
      1L << format.fractionBits,
      (1L << format.fractionBits) + 1,
      one - 1,
      one,
      one + 1,
      one + (1L << (format.fractionBits - 1)),
      one + (1L << format.fractionBits),
      one + (3L << (format.fractionBits - 1)),
      one - (1L << format.fractionBits),
      one - (1L << format.fractionBits) + 1,
      one + ((long) format.fractionBits << format.fractionBits),
      one + ((format.fractionBits + 1L) << format.fractionBits),
      one - ((format.fractionBits + 1L) << format.fractionBits),
      one / 2,
      one + one / 2,
      format.infinity() - 1,
      format.infinity(),
      format.infinity() + 1,
      format.infinity() | (1L << (format.fractionBits - 1)),
      format.signMask() - 1,
    };
    SplittableRandom generator = new SplittableRandom(seed);
    long mask = format.bits == 64 ? -1 : (1L << format.bits) - 1;
    LongStream signed =
        Arrays.stream(corners).flatMap(value -> LongStream.of(value, value | format.signMask()));
    LongStream anything = generator.longs(random / 2).map(bits -> bits & mask);
    // Exponents near one another, so that sums cancel and products stay in range.
    LongStream near =
        generator
            .longs(random - random / 2)
            .map(bits ->
                (bits & (format.signMask() | format.fractionMask()))
                    | ((format.bias() - 4 + (bits >>> 7 & 7)) << format.fractionBits));
    return LongStream.concat(signed, LongStream.concat(anything, near)).toArray();
  }

  /** The corners of integers of some bits, zero-extended, and random ones of all lengths. */
  static long[] integers(int bits, int random, long seed) {
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    long sign = 1L << (bits - 1);
    long[] corners = {
      0,
      1,
      2,
      3,
      5,
      7,
      bits - 1,
      bits,
      bits + 1,
      0x55555555_55555555L,
      0xaaaaaaaa_aaaaaaaaL,
      0x80808080_80808080L,
      sign,
      sign - 1,
      sign + 1,
      -1,
      -2,
      -3,
      -7,
      1L << (bits / 2),
      (1L << (bits / 2)) - 1,
      0x01234567_89abcdefL
    };
    SplittableRandom generator = new SplittableRandom(seed);
    LongStream all = generator.longs(random).map(value -> value >>> (value & 63));
    return LongStream.concat(Arrays.stream(corners), all).map(value -> value & mask).toArray();
  }

  /** Every pair of two sets: the first repeated value by value, the second as a whole. */
  static long[][] pairs(long[] a, long[] b) {
    long[][] pairs = new long[2][a.length * b.length];
    for (int i = 0; i < a.length * b.length; i++) {
      pairs[0][i] = a[i / b.length];
      pairs[1][i] = b[i % b.length];
    }
    return pairs;
  }

  /** Every triple. */
  static long[][] triples(long[] a, long[] b, long[] c) {
    long[][] pairs = pairs(a, b);
    long[][] outer = pairs(pairs[0], c);
    return new long[][] {outer[0], pairs(pairs[1], c)[0], outer[1]};
  }
}
