package dev.magpie.codec.statistical;

import java.util.Arrays;

/** Finds a value among those of a table. */
final class ValueIndex {
  /** Up to this width every value has its own place. */
  private static final int DIRECT_BITS = 16;

  private final boolean direct;
  private final int mask;

  /** By place: the value and its index; the number of values where there is none. */
  private final int[] values;

  private final int[] indices;
  private final int none;

  ValueIndex(int[] distinct, int bits) {
    direct = bits <= DIRECT_BITS;
    none = distinct.length;
    int places = direct ? 1 << bits : Integer.highestOneBit(Math.max(1, distinct.length)) << 2;
    mask = places - 1;
    values = new int[direct ? 0 : places];
    indices = new int[places];
    Arrays.fill(indices, none);
    for (int index = 0; index < distinct.length; index++) {
      int place = place(distinct[index]);
      indices[place] = index;
      if (!direct) {
        values[place] = distinct[index];
      }
    }
  }

  /** The value's index, or the number of values if it is not among them. */
  int of(int value) {
    return indices[direct ? value : place(value)];
  }

  private int place(int value) {
    if (direct) {
      return value;
    }
    int place = (int) ((value * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    while (indices[place] != none && values[place] != value) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
