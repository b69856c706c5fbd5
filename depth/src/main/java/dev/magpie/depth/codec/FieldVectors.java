package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.VectorSupport;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Joins and splits fields of bits a vector at a time, for {@link PackedFields}. */
final class FieldVectors {
  private static final VectorSpecies<Integer> INTS =
      VectorSupport.bits() == 512 ? IntVector.SPECIES_512 : IntVector.SPECIES_256;
  private static final VectorSpecies<Long> LONGS =
      VectorSupport.bits() == 512 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;

  /** Fields of a vector. */
  static final int LANES = INTS.length();

  /** Words of a vector, and groups of fields. */
  static final int WORDS = LONGS.length();

  /** Groups that a word has bits of, at most; and what is told of each. */
  static final int TERMS = 3;

  private static final LongVector EVEN = LongVector.broadcast(LONGS, 0).addIndex(2);
  private static final LongVector ODD = EVEN.add(1);
  private static final LongVector ZERO = LongVector.zero(LONGS);
  private static final VectorMask<Long> FIRST = VectorMask.fromLong(LONGS, 1);
  private static final VectorMask<Long> SECOND = VectorMask.fromLong(LONGS, 2);

  private FieldVectors() {}

  /** Whether a vector holds the words of as many fields, wherever the first one starts. */
  static boolean holds(int width) {
    return Long.SIZE - 1 + LANES * width <= Integer.SIZE * LANES;
  }

  /** Whether two vectors hold the groups of which a vector's words are made. */
  static boolean holdsGroups(int bits) {
    return bits >= 37;
  }

  /**
   * Joins fields to groups, and makes words of those.
   *
   * <p>One long method on purpose: the compiler inlines none of this size, so it is compiled by
   * itself, and its vectors and the caller's do not exceed what it takes at once.
   *
   * @param values by sample, and a vector more
   * @param order by field, the place of its value from the start of the field's vector on
   * @param masks by field, the bits that are taken
   * @param joined fields of a group: 2, 4 or 8
   * @param groups scratch memory
   * @param first by vector of words, the first group that is loaded
   * @param terms by vector, for each of the three groups of a word: which one, counted from that
   *     first one; how far it is turned to the left; which of its bits are then the word's
   * @param high or'ed into the first word
   * @param low or'ed into the second
   */
  static void pack(
      int[] values,
      int[] order,
      int[] masks,
      int width,
      int joined,
      long[] groups,
      int[] first,
      long[] terms,
      long high,
      long low,
      long[] words) {
    long upper = (1L << (2 * width)) - 1;
    for (int f = 0; f < order.length; f += LANES) {
      LongVector two =
          IntVector.fromArray(INTS, order, f)
              .selectFrom(
                  IntVector.fromArray(INTS, values, f),
                  IntVector.fromArray(INTS, values, f + LANES))
              .and(IntVector.fromArray(INTS, masks, f))
              .reinterpretAsLongs();
      two.lanewise(LSHL, width)
          .and(upper)
          .or(two.lanewise(LSHR, Integer.SIZE))
          .intoArray(groups, f / 2);
    }
    int count = order.length / 2;
    int bits = 2 * width;
    for (int fields = 2; fields < joined; fields *= 2) {
      for (int g = 0; g < count; g += 2 * WORDS) {
        LongVector here = LongVector.fromArray(LONGS, groups, g);
        LongVector next = LongVector.fromArray(LONGS, groups, g + WORDS);
        EVEN.selectFrom(here, next)
            .lanewise(LSHL, bits)
            .or(ODD.selectFrom(here, next))
            .intoArray(groups, g / 2);
      }
      count /= 2;
      bits *= 2;
    }
    for (int v = 0; v < first.length; v++) {
      LongVector here = LongVector.fromArray(LONGS, groups, first[v]);
      LongVector next = LongVector.fromArray(LONGS, groups, first[v] + WORDS);
      int at = 9 * WORDS * v;
      LongVector word =
          LongVector.fromArray(LONGS, terms, at)
              .selectFrom(here, next)
              .lanewise(ROL, LongVector.fromArray(LONGS, terms, at + WORDS))
              .and(LongVector.fromArray(LONGS, terms, at + 2 * WORDS));
      LongVector second =
          LongVector.fromArray(LONGS, terms, at + 3 * WORDS)
              .selectFrom(here, next)
              .lanewise(ROL, LongVector.fromArray(LONGS, terms, at + 4 * WORDS))
              .and(LongVector.fromArray(LONGS, terms, at + 5 * WORDS));
      LongVector third =
          LongVector.fromArray(LONGS, terms, at + 6 * WORDS)
              .selectFrom(here, next)
              .lanewise(ROL, LongVector.fromArray(LONGS, terms, at + 7 * WORDS))
              .and(LongVector.fromArray(LONGS, terms, at + 8 * WORDS));
      word.or(second).or(third).intoArray(words, v * WORDS);
    }
    LongVector.fromArray(LONGS, words, 0)
        .or(ZERO.blend(high, FIRST).blend(low, SECOND))
        .intoArray(words, 0);
  }

  /**
   * Splits fields.
   *
   * @param first by vector, the first word that it has bits of
   * @param starts by field, the half word where it starts, counted from that word on
   * @param offsets by field, the bit of the half word
   */
  static void split(
      long[] words, int[] first, int[] starts, int[] offsets, int width, int[] values) {
    for (int s = 0; s < starts.length; s += LANES) {
      from(words, first[s / LANES], starts, offsets, s)
          .lanewise(LSHR, Integer.SIZE - width)
          .intoArray(values, s);
    }
  }

  /**
   * The same for numbers in two's complement.
   *
   * @param present by sample, all ones if it has a field; else it gets 0
   */
  static void splitSigned(
      long[] words,
      int[] first,
      int[] starts,
      int[] offsets,
      int[] present,
      int width,
      int[] values) {
    for (int s = 0; s < starts.length; s += LANES) {
      from(words, first[s / LANES], starts, offsets, s)
          .lanewise(ASHR, Integer.SIZE - width)
          .and(IntVector.fromArray(INTS, present, s))
          .intoArray(values, s);
    }
  }

  /** The 32 bits from the start of each field on. */
  private static IntVector from(long[] words, int word, int[] starts, int[] offsets, int s) {
    IntVector halves = LongVector.fromArray(LONGS, words, word).reinterpretAsInts();
    IntVector start = IntVector.fromArray(INTS, starts, s);
    IntVector offset = IntVector.fromArray(INTS, offsets, s);
    IntVector next = LongVector.fromArray(LONGS, words, word + WORDS).reinterpretAsInts();
    // The upper half of a word is behind the lower one.
    IntVector high = start.lanewise(XOR, 1).selectFrom(halves, next);
    IntVector low = start.add(1).lanewise(XOR, 1).selectFrom(halves, next);
    return high.lanewise(LSHL, offset)
        .or(low.lanewise(LSHR, 1).lanewise(LSHR, offset.neg().add(Integer.SIZE - 1)));
  }
}
