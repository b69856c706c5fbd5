package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
import java.util.Arrays;

/**
 * Fields of one width, which stand beside each other in a tile's bits behind a header: one for each
 * sample, in order, except for some samples that have none. Vectors pack and unpack them by tables;
 * what they do not suit, {@link BitFields} does, with the same results.
 */
final class PackedFields {
  private static final int TERMS = 3;

  private final int bit;
  private final int width;
  private final int mask;
  private final int samples;
  private final int words;
  private final int count;

  /** The sample of each field. */
  private final int[] order;

  /** Fields in order, for scalar code. */
  private final int[] fields;

  private final boolean vectors;

  /** Groups of so many fields are joined before words are made of them. */
  private final int joined;

  private final long[] groups;
  private final int[] places;
  private final int[] masks;
  private final int[] firstGroups;
  private final long[] terms;
  private final int[] firstWords;
  private final int[] starts;
  private final int[] offsets;
  private final int[] present;

  /**
   * @param without samples that have no field
   * @param bit where the first field starts
   * @param width of a field, 1 to 31
   * @param words that the header and the fields fill, and perhaps unused bits behind
   */
  PackedFields(int samples, long without, int bit, int width, int words, Kernels kernels) {
    this.bit = bit;
    this.width = width;
    this.samples = samples;
    this.words = words;
    mask = (int) (-1L >>> (64 - width));
    count = samples - Long.bitCount(without);
    order = new int[count];
    present = new int[samples];
    int field = 0;
    for (int s = 0; s < samples; s++) {
      if ((without >>> s & 1) == 0) {
        order[field++] = s;
        present[s] = -1;
      }
    }
    fields = new int[samples];
    joined = width <= 7 ? 8 : width <= 15 ? 4 : 2;
    vectors = kernels.areVectors() && serves(samples, samples - count, width, joined, words);
    groups = new long[vectors ? samples + 2 * FieldVectors.WORDS : 0];
    places = new int[samples];
    masks = new int[samples];
    firstGroups = new int[vectors ? words / FieldVectors.WORDS : 0];
    terms = new long[3 * TERMS * words];
    firstWords = new int[vectors ? samples / FieldVectors.LANES : 0];
    starts = new int[samples];
    offsets = new int[samples];
    if (vectors) {
      orderFields();
      placeWords();
      placeFields();
    }
  }

  private static boolean serves(int samples, int without, int width, int joined, int words) {
    return samples % (4 * FieldVectors.LANES) == 0
        && words % FieldVectors.WORDS == 0
        && without < FieldVectors.LANES
        && FieldVectors.holds(width)
        && FieldVectors.holdsGroups(joined * width);
  }

  private void orderFields() {
    int lanes = FieldVectors.LANES;
    for (int f = 0; f < count; f++) {
      places[f] = order[f] - f / lanes * lanes;
      masks[f] = mask;
    }
  }

  /** Where words have their bits from. */
  private void placeWords() {
    int lanes = FieldVectors.WORDS;
    int bits = joined * width;
    for (int word = 0; word < words; word++) {
      int start = Long.SIZE * word - bit;
      int first = Math.max(0, Math.floorDiv(start, bits));
      if (word % lanes == 0) {
        firstGroups[word / lanes] = firstGroup(first, start + Long.SIZE * lanes);
      }
      for (int term = 0; term < TERMS; term++) {
        int at = (word / lanes * TERMS + term) * 3 * lanes + word % lanes;
        int group = first + term;
        int left = start + Long.SIZE - (group + 1) * bits;
        if (left < Long.SIZE && left > -bits && group < samples / joined) {
          terms[at] = (long) group - firstGroups[word / lanes];
          terms[at + lanes] = left & (Long.SIZE - 1L);
          long all = -1L >>> (Long.SIZE - bits);
          terms[at + 2 * lanes] = left >= 0 ? all << left : all >>> -left;
        }
      }
    }
  }

  /**
   * The group from which on two vectors are loaded. It had better be where a vector was stored,
   * since what two stores have written is not there before both are in memory.
   */
  private int firstGroup(int needed, int endBit) {
    int lanes = FieldVectors.WORDS;
    int first = Math.min(needed, samples / joined);
    int aligned = first / lanes * lanes;
    int last = Math.ceilDiv(endBit, joined * width);
    return last <= aligned + 2 * lanes ? aligned : first;
  }

  /** Where samples have their fields. */
  private void placeFields() {
    int lanes = FieldVectors.LANES;
    int at = bit;
    for (int s = 0; s < samples; s++) {
      if (s % lanes == 0) {
        firstWords[s / lanes] = (at >>> 6) / FieldVectors.WORDS * FieldVectors.WORDS;
      }
      if (present[s] != 0) {
        int from = at - Long.SIZE * firstWords[s / lanes];
        starts[s] = from >>> 5;
        offsets[s] = from & 31;
        at += width;
      }
    }
  }

  /**
   * Writes the header and the fields.
   *
   * @param high the first word of the header, zero behind it
   * @param low its second word, likewise; nothing if fields start in the first or right behind it
   * @param values by sample, and a vector more; bits beyond the width are left out
   * @param target receives the words
   */
  void pack(long high, long low, int[] values, long[] target) {
    if (!vectors) {
      for (int f = 0; f < count; f++) {
        fields[f] = values[order[f]] & mask;
      }
      Arrays.fill(target, 0, words, 0);
      target[0] = high;
      if (bit > Long.SIZE) {
        target[1] = low;
      }
      BitFields.pack(fields, 0, count, width, target, bit);
      return;
    }
    FieldVectors.pack(
        values, places, masks, width, joined, groups, firstGroups, terms, high, low, target);
  }

  /** Reads the fields, as numbers without a sign; undefined for samples that have none. */
  void unpack(long[] source, int[] values) {
    if (vectors && source.length >= lastWord()) {
      FieldVectors.split(source, firstWords, starts, offsets, width, values);
      return;
    }
    BitFields.unpack(source, bit, fields, 0, count, width);
    for (int f = 0; f < count; f++) {
      values[order[f]] = fields[f];
    }
  }

  /** Reads the fields, as numbers in two's complement; 0 for samples that have none. */
  void unpackSigned(long[] source, int[] values) {
    if (vectors && source.length >= lastWord()) {
      FieldVectors.splitSigned(source, firstWords, starts, offsets, present, width, values);
      return;
    }
    BitFields.unpack(source, bit, fields, 0, count, width);
    Arrays.fill(values, 0, samples, 0);
    int unused = Integer.SIZE - width;
    for (int f = 0; f < count; f++) {
      values[order[f]] = fields[f] << unused >> unused;
    }
  }

  /** The word behind the last that vectors look at. */
  private int lastWord() {
    return firstWords[firstWords.length - 1] + 2 * FieldVectors.WORDS;
  }
}
