package dev.magpie.codec.statistical;

import dev.magpie.codec.BlockWords;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * How many bits each value of a field is coded into: a byte for each value where the field is
 * narrow, so that all fit the second-level cache; else a hash table of the few that have codes.
 */
final class ValueCosts {
  private static final int DIRECT_BITS = 16;

  /** Marks a free place; no cost is negative. */
  private static final long FREE = -1;

  private static final byte[] NO_BYTES = {};
  private static final long[] NO_PLACES = {};

  private final int escaped;

  /** By value. */
  private final byte[] direct;

  /** By place: a value in the upper half, its cost in the lower. */
  private final long[] places;

  private final int mask;

  /**
   * @param values those with codes
   * @param lengths of their codes, and of the escape's behind them
   */
  ValueCosts(int[] values, int valueBits, int[] lengths) {
    escaped = lengths[values.length] + valueBits;
    boolean narrow = valueBits <= DIRECT_BITS;
    direct = narrow ? new byte[1 << valueBits] : NO_BYTES;
    places = narrow ? NO_PLACES : new long[Integer.highestOneBit(values.length + 1) << 3];
    mask = places.length - 1;
    Arrays.fill(direct, (byte) escaped);
    Arrays.fill(places, FREE);
    for (int i = 0; i < values.length; i++) {
      if (narrow) {
        direct[values[i]] = (byte) lengths[i];
      } else {
        places[place(values[i])] = (long) values[i] << 32 | lengths[i];
      }
    }
  }

  int of(int value) {
    return places.length == 0 ? direct[value] : hashed(value);
  }

  private int hashed(int value) {
    long found = places[place(value)];
    return found == FREE ? escaped : (int) found;
  }

  /** Where the value is, or else a free place. */
  private int place(int value) {
    int place = (int) ((value * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    for (long there = places[place];
        there != FREE && (int) (there >>> 32) != value;
        there = places[place]) {
      place = (place + 1) & mask;
    }
    return place;
  }

  int ofHalfWords(MemorySegment memory, long offset, int bytes, int kept) {
    int bits = 0;
    for (int at = 0; at < bytes; at += Integer.BYTES) {
      int word = BlockWords.getInt(memory, offset + at) & kept;
      bits += direct[word & 0xffff] + direct[word >>> 16];
    }
    return bits;
  }

  int ofWords(MemorySegment memory, long offset, int bytes, int kept) {
    int bits = 0;
    for (int at = 0; at < bytes; at += Integer.BYTES) {
      bits += hashed(BlockWords.getInt(memory, offset + at) & kept);
    }
    return bits;
  }
}
