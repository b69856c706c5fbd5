package dev.magpie.depth.codec;

/**
 * Bits in words, most significant first: the order of {@link dev.magpie.codec.BitWriter}, for fixed
 * layouts that are packed millions of times a second.
 */
final class BitFields {
  private BitFields() {}

  /** Replaces the {@code width} bits at {@code bit}, 1 to 64 of them. */
  static void put(long[] words, int bit, long value, int width) {
    int word = bit >>> 6;
    int shift = 64 - width - (bit & 63);
    long mask = -1L >>> (64 - width);
    if (shift >= 0) {
      words[word] = (words[word] & ~(mask << shift)) | ((value & mask) << shift);
    } else {
      words[word] = (words[word] & ~(mask >>> -shift)) | ((value & mask) >>> -shift);
      words[word + 1] = (words[word + 1] & (-1L >>> -shift)) | (value << (64 + shift));
    }
  }

  /**
   * Puts 0 to 64 bits where zeros are.
   *
   * @param value without bits beyond the width
   */
  static void or(long[] words, int bit, long value, int width) {
    // A shift by 64 is one by 0, but then there is nothing to shift.
    long left = value << -width;
    int word = bit >>> 6;
    words[word] |= left >>> bit;
    words[word + 1] |= left << 1 << ~bit;
  }

  /** The {@code width} bits at {@code bit}, 1 to 64 of them, as an unsigned number. */
  static long get(long[] words, int bit, int width) {
    return window(words, bit) >>> (64 - width);
  }

  /** The same of 0 to 63 bits. */
  static long getAny(long[] words, int bit, int width) {
    // Two shifts, since no bits would need one by 64.
    return window(words, bit) >>> 1 >>> (63 - width);
  }

  /** The {@code width} bits at {@code bit}, 1 to 64 of them, as a two's-complement number. */
  static long getSigned(long[] words, int bit, int width) {
    return window(words, bit) >> (64 - width);
  }

  /** The 64 bits at {@code bit}; the word behind them must exist. */
  private static long window(long[] words, int bit) {
    int word = bit >>> 6;
    int offset = bit & 63;
    // Two shifts, since an offset of 0 would need one by 64.
    return (words[word] << offset) | (words[word + 1] >>> 1 >>> (63 - offset));
  }

  /**
   * Writes fields of one width next to each other.
   *
   * @param fields without bits beyond the width
   * @param from the first of them
   * @param count how many
   * @param width 1 to 31
   * @param bit where the first starts; what is before it in its word stays, what is behind the last
   *     in its word becomes zero
   */
  static void pack(int[] fields, int from, int count, int width, long[] words, int bit) {
    int word = bit >>> 6;
    int free = 64 - (bit & 63);
    long pending = free == 64 ? 0 : words[word] & (-1L << free);
    // Whole groups must leave a bit of a word: a shift by 64 would be one by 0.
    int step = width <= 15 ? 4 : 2;
    int end = from + count;
    int grouped = from + (count & -step);
    for (int s = from; s < end; ) {
      long group = fields[s];
      int bits = width;
      if (s < grouped) {
        group = (group << width) | fields[s + 1];
        bits = 2 * width;
        if (step == 4) {
          group = (((group << width) | fields[s + 2]) << width) | fields[s + 3];
          bits = 4 * width;
        }
        s += step;
      } else {
        s++;
      }
      free -= bits;
      if (free >= 0) {
        pending |= group << free;
      } else {
        words[word++] = pending | (group >>> -free);
        free += 64;
        pending = group << free;
      }
    }
    if (free < 64) {
      words[word] = pending;
    }
  }

  /** Reads what {@link #pack} has written; the word behind the last field's must exist. */
  static void unpack(long[] words, int bit, int[] fields, int from, int count, int width) {
    int mask = (int) (-1L >>> (64 - width));
    int step = width <= 15 ? 4 : 2;
    int end = from + count;
    int grouped = from + (count & -step);
    int at = bit;
    if (step == 4) {
      int unused = 64 - 4 * width;
      for (int s = from; s < grouped; s += 4) {
        long group = window(words, at) >>> unused;
        fields[s] = (int) (group >>> (3 * width)) & mask;
        fields[s + 1] = (int) (group >>> (2 * width)) & mask;
        fields[s + 2] = (int) (group >>> width) & mask;
        fields[s + 3] = (int) group & mask;
        at += 4 * width;
      }
    } else {
      int unused = 64 - 2 * width;
      for (int s = from; s < grouped; s += 2) {
        long group = window(words, at) >>> unused;
        fields[s] = (int) (group >>> width) & mask;
        fields[s + 1] = (int) group & mask;
        at += 2 * width;
      }
    }
    for (int s = grouped; s < end; s++) {
      fields[s] = (int) (window(words, at) >>> (64 - width));
      at += width;
    }
  }
}
