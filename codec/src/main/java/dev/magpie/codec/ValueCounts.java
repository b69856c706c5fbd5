package dev.magpie.codec;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How often each value of a field occurs: an array where that is small, else a hash table. */
final class ValueCounts {
  /** Up to this width every value has its own place. */
  private static final int DIRECT_BITS = 16;

  private static final int FIRST_CAPACITY = 1 << 12;

  private final boolean direct;
  private int[] values;

  /** By place; 0 where a place is free. */
  private long[] counts;

  private int distinct;

  ValueCounts(int bits) {
    direct = bits <= DIRECT_BITS;
    counts = new long[direct ? 1 << bits : FIRST_CAPACITY];
    values = new int[direct ? 0 : FIRST_CAPACITY];
  }

  void add(int value, long times) {
    if (direct) {
      counts[value] += times;
      return;
    }
    int place = place(value);
    if (counts[place] == 0) {
      values[place] = value;
      distinct++;
    }
    counts[place] += times;
    if (2 * distinct > counts.length) {
      grow();
    }
  }

  /** Where the value is, or would be. */
  private int place(int value) {
    int mask = counts.length - 1;
    int place = (int) ((value * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    while (counts[place] != 0 && values[place] != value) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldValues = values;
    long[] oldCounts = counts;
    values = new int[Math.multiplyExact(2, oldValues.length)];
    counts = new long[values.length];
    for (int old = 0; old < oldCounts.length; old++) {
      if (oldCounts[old] != 0) {
        int place = place(oldValues[old]);
        values[place] = oldValues[old];
        counts[place] = oldCounts[old];
      }
    }
  }

  private int value(int place) {
    return direct ? place : values[place];
  }

  /** All values that occurred. */
  int[] values() {
    return usedPlaces().map(this::value).toArray();
  }

  /** How often each of these did. */
  long[] counts() {
    return usedPlaces().mapToLong(place -> counts[place]).toArray();
  }

  private IntStream usedPlaces() {
    return IntStream.range(0, counts.length).filter(place -> counts[place] != 0);
  }

  /** The most frequent values, at equal counts the smallest, and how many others there are. */
  CodecTable.Field top(SymbolField field) {
    int[] places = new int[counts.length];
    int used = 0;
    long total = 0;
    for (int place = 0; place < counts.length; place++) {
      if (counts[place] != 0) {
        places[used++] = place;
        total += counts[place];
      }
    }
    // The count of the last entry kept bounds what has to be sorted.
    long[] ascending = Arrays.stream(places, 0, used).mapToLong(place -> counts[place]).toArray();
    Arrays.sort(ascending);
    long least = used > field.entries() ? ascending[used - field.entries()] : 0;
    CodecTable.Entry[] entries =
        Arrays.stream(places, 0, used)
            .filter(place -> counts[place] >= least)
            .mapToObj(
                place -> new CodecTable.Entry(Integer.toUnsignedLong(value(place)), counts[place]))
            .sorted(CodecTable.ORDER)
            .limit(field.entries())
            .toArray(CodecTable.Entry[]::new);
    long kept = Arrays.stream(entries).mapToLong(CodecTable.Entry::count).sum();
    return new CodecTable.Field(field.name(), field.bits(), Arrays.asList(entries), total - kept);
  }
}
