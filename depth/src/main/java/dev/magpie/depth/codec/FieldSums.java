package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Packs fields of different widths one behind the other, as {@link FieldWriter} does, with 512-bit
 * vectors.
 *
 * <p>Bits of different fields do not meet, so to join them is to add them; and sums, other than
 * bits, can be taken apart again. All fields are moved to where they are in their words, and added
 * up from the first to each. A word is the sum up to the last field that starts in it, less the one
 * of the word before, and what that one's last field left over for it.
 */
final class FieldSums {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final int LANES = LONGS.length();
  private static final int LAST = LANES - 1;

  /**
   * Each element's place. What loops that store longs shuffle by is made of it in front of them: a
   * constant vector, as below, is loaded again in each turn, since it might have been stored to.
   */
  private static final long[] PLACES = new long[LANES];

  static {
    Arrays.setAll(PLACES, lane -> lane);
  }

  private static final LongVector INDEX = LongVector.fromArray(LONGS, PLACES, 0);

  /** The neighbours 1, 2 and 4 before each element, and the elements that have one. */
  static final LongVector BESIDE_1 = INDEX.sub(1).and(LAST);

  static final LongVector BESIDE_2 = INDEX.sub(2).and(LAST);
  static final LongVector BESIDE_4 = INDEX.sub(4).and(LAST);
  static final VectorMask<Long> FROM_1 = fromLong(LONGS, 0xFE);
  static final VectorMask<Long> FROM_2 = fromLong(LONGS, 0xFC);
  static final VectorMask<Long> FROM_4 = fromLong(LONGS, 0xF0);

  /** By field, its bits, without any beyond its width; then the widths, 0 to 64. */
  final long[] fields;

  /** Where widths start; a multiple of 8. */
  final int most;

  /** By word, the sum up to the last field that starts there; then what of that is not in it. */
  private final long[] sums;

  /** Where the latter start. */
  private final int others;

  /** A packer for so many fields, a multiple of 8, which fill no more words than so many. */
  FieldSums(int most, int words) {
    this.most = most;
    fields = new long[2 * most];
    others = words + LANES;
    sums = new long[2 * others + 1];
  }

  /**
   * Packs fields.
   *
   * @param count how many, a multiple of 8
   * @param words receives them, and zeros behind
   * @param length of words, a multiple of 8
   */
  void pack(int count, long[] words, int length) {
    LongVector index = LongVector.fromArray(LONGS, PLACES, 0);
    LongVector beside1 = index.sub(1).and(LAST);
    LongVector beside2 = index.sub(2).and(LAST);
    LongVector beside4 = index.sub(4).and(LAST);
    int bit = 0;
    long total = 0;
    for (int field = 0; field < count; field += LANES) {
      LongVector width = LongVector.fromArray(LONGS, fields, most + field);
      LongVector end = width.lanewise(ADD, beside1.selectFrom(width), FROM_1);
      end = end.lanewise(ADD, beside2.selectFrom(end), FROM_2);
      end = end.lanewise(ADD, beside4.selectFrom(end), FROM_4);
      // Taken before what is in front is added, so that the next vector need not wait for that.
      long all = end.lane(LAST);
      end = end.add(bit);
      LongVector begin = end.sub(width);
      // A shift by 64 is one by 0, but is only where there is nothing to shift.
      LongVector left = LongVector.fromArray(LONGS, fields, field).lanewise(LSHL, width.neg());
      LongVector here = left.lanewise(LSHR, begin);
      LongVector over = left.lanewise(LSHL, 1).lanewise(LSHL, begin.lanewise(XOR, -1));
      LongVector sum = here.lanewise(ADD, beside1.selectFrom(here), FROM_1);
      sum = sum.lanewise(ADD, beside2.selectFrom(sum), FROM_2);
      sum = sum.lanewise(ADD, beside4.selectFrom(sum), FROM_4);
      long allSum = sum.lane(LAST);
      sum = sum.add(total);
      VectorMask<Long> fills = end.lanewise(LSHR, 6).compare(NE, begin.lanewise(LSHR, 6));
      int word = bit >>> 6;
      sum.compress(fills).intoArray(sums, word);
      sum.sub(over).compress(fills).intoArray(sums, others + 1 + word);
      bit += (int) all;
      total += allSum;
    }
    for (int word = 0; word < length; word += LANES) {
      int last = (bit >>> 6) - word;
      LongVector.fromArray(LONGS, sums, word)
          .blend(total, index.compare(EQ, last))
          .sub(LongVector.fromArray(LONGS, sums, others + word))
          .blend(0, index.compare(GT, last))
          .intoArray(words, word);
    }
  }
}
