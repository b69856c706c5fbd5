package dev.magpie.codec.burst;

import dev.magpie.codec.BlockCodec;

/**
 * The whole bursts of a block.
 *
 * @param bits of one, a power of two
 * @param count of an uncompressed block
 */
record Bursts(int bits, int count) {
  /** Bits of a mode's number. */
  static final int NUMBER_BITS = 4;

  /** The size of a block whose fields take so many bits; none saves less than a burst. */
  int size(int fieldBits) {
    int most = (count - 1) * bits;
    return fieldBits > most - NUMBER_BITS
        ? BlockCodec.RAW
        : (NUMBER_BITS + fieldBits + bits - 1) & -bits;
  }

  /** Bits that fields have in so many bursts. */
  int room(int bursts) {
    return bursts * bits - NUMBER_BITS;
  }

  /** The most bursts in which a block is smaller than it is so far; 0 if there are none. */
  int below(int size) {
    return Math.min((size - 1) >> Integer.numberOfTrailingZeros(bits), count - 1);
  }
}
