package dev.magpie.depth.codec;

import static dev.magpie.depth.codec.BlockVectors.BLOCKS;
import static dev.magpie.depth.codec.BlockVectors.EVEN_COLUMNS;
import static dev.magpie.depth.codec.BlockVectors.FIRST_ROWS;
import static dev.magpie.depth.codec.BlockVectors.INTS;
import static dev.magpie.depth.codec.BlockVectors.LOWER_LEFT;
import static dev.magpie.depth.codec.BlockVectors.LOWER_PLACES;
import static dev.magpie.depth.codec.BlockVectors.LOWER_RIGHT;
import static dev.magpie.depth.codec.BlockVectors.ODD_COLUMNS;
import static dev.magpie.depth.codec.BlockVectors.SECOND_ROWS;
import static dev.magpie.depth.codec.BlockVectors.UPPER_LEFT;
import static dev.magpie.depth.codec.BlockVectors.UPPER_PLACES;
import static dev.magpie.depth.codec.BlockVectors.UPPER_RIGHT;
import static dev.magpie.depth.codec.FieldSums.BESIDE_1;
import static dev.magpie.depth.codec.FieldSums.BESIDE_2;
import static dev.magpie.depth.codec.FieldSums.BESIDE_4;
import static dev.magpie.depth.codec.FieldSums.FROM_1;
import static dev.magpie.depth.codec.FieldSums.FROM_2;
import static dev.magpie.depth.codec.FieldSums.FROM_4;
import static java.lang.Long.compress;
import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.B2I;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Reads residuals as {@link RiceBlocks} does, by {@link BlockVectors}. */
final class RiceDecodingVectors {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;

  private static final int LANES = INTS.length();

  /** Blocks of a vector of longs. */
  private static final int HALF = BLOCKS / 2;

  /** The largest parameter of which residuals with the most ones are ints. */
  private static final int MOST_PARAMETER = 28;

  private static final long LOW_HALF = 0xFFFF_FFFFL;
  private static final IntVector ZERO = IntVector.zero(INTS);
  private static final IntVector ONE = IntVector.broadcast(INTS, 1);

  private static final IntVector INDEX = ZERO.addIndex(1);

  private final int[] parameters = new int[BLOCKS];

  /**
   * Low bits of the upper row of even blocks, of their lower row, and of both of odd blocks; how
   * many they are, and where they end.
   */
  private final long[] lows = new long[2 * BLOCKS];

  private final long[] widths = new long[2 * BLOCKS];
  private final long[] ends = new long[2 * BLOCKS];

  /**
   * The bit in front of all ones, and where the zeros behind each residual's are: of one tile, with
   * more in the last long, and a vector's length of slack.
   */
  private final int[] zeros = new int[1 + 2 * Long.SIZE + LANES];

  /** How many ones residuals have, first in the order of blocks, then by places. */
  private final int[] ones = new int[BlockVectors.PLACES * BLOCKS];

  /** Mapped residuals, place by place. */
  private final int[] values = new int[BlockVectors.PLACES * BLOCKS];

  /**
   * Reads a tile, as {@link RiceBlocks#read} does.
   *
   * @param end of the parameters
   * @param residuals receives them, row by row
   * @return whether all are sure to be ints, and rightly encoded; if not, they are not read
   */
  boolean read(long[] source, int end, long present, int[] residuals) {
    long having = BlockVectors.having(present);
    int parametersAt = end - RiceBlocks.PARAMETER_BITS * Long.bitCount(having);
    if (parametersAt < 0) {
      return false;
    }
    readParameters(source, parametersAt, having);
    if (IntVector.fromArray(INTS, parameters, 0).compare(GT, MOST_PARAMETER).anyTrue()) {
      return false;
    }
    int bit = measureLows(present);
    if (bit > parametersAt || !findZeros(source, bit, parametersAt, present)) {
      return false;
    }
    readLows(source);
    splitLows(present);
    countOnes(present);
    if (!addOnes()) {
      return false;
    }
    toRows(residuals);
    return true;
  }

  private void readParameters(long[] source, int start, long having) {
    long mask = BlockVectors.parameterBits(having);
    long first = Long.reverseBytes(take(source, start, mask));
    int bit = start + Long.bitCount(mask);
    mask = BlockVectors.parameterBits(having >>> HALF);
    long second = Long.reverseBytes(take(source, bit, mask));
    LongVector.broadcast(LongVector.SPECIES_128, first)
        .withLane(1, second)
        .reinterpretAsBytes()
        .convertShape(B2I, INTS, 0)
        .reinterpretAsInts()
        .intoArray(parameters, 0);
  }

  /** The next bits, where a mask has some. */
  private static long take(long[] source, int bit, long mask) {
    return Long.expand(BitFields.getAny(source, bit, Long.bitCount(mask)), mask);
  }

  /**
   * Finds the widths of the rows' low bits, and where they end.
   *
   * @return where all of them end
   */
  private int measureLows(long present) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    IntVector upper =
        ZERO.lanewise(ADD, k, fromLong(INTS, compress(present, UPPER_LEFT)))
            .lanewise(ADD, k, fromLong(INTS, compress(present, UPPER_RIGHT)));
    IntVector lower =
        ZERO.lanewise(ADD, k, fromLong(INTS, compress(present, LOWER_LEFT)))
            .lanewise(ADD, k, fromLong(INTS, compress(present, LOWER_RIGHT)));
    IntVector both = upper.add(lower);
    LongVector width =
        both.reinterpretAsLongs()
            .and(LOW_HALF)
            .add(both.reinterpretAsLongs().lanewise(LSHR, Integer.SIZE));
    LongVector end = width.lanewise(ADD, BESIDE_1.selectFrom(width), FROM_1);
    end = end.lanewise(ADD, BESIDE_2.selectFrom(end), FROM_2);
    end = end.lanewise(ADD, BESIDE_4.selectFrom(end), FROM_4);
    width = lower.reinterpretAsLongs().lanewise(LSHR, Integer.SIZE);
    width.intoArray(widths, 3 * HALF);
    end.intoArray(ends, 3 * HALF);
    LongVector at = end.sub(width);
    width = upper.reinterpretAsLongs().lanewise(LSHR, Integer.SIZE);
    width.intoArray(widths, 2 * HALF);
    at.intoArray(ends, 2 * HALF);
    at = at.sub(width);
    width = lower.reinterpretAsLongs().and(LOW_HALF);
    width.intoArray(widths, HALF);
    at.intoArray(ends, HALF);
    at = at.sub(width);
    upper.reinterpretAsLongs().and(LOW_HALF).intoArray(widths, 0);
    at.intoArray(ends, 0);
    return (int) end.lane(HALF - 1);
  }

  /** Reads the low bits; an encoded tile is in the first sixteen words. */
  private void readLows(long[] source) {
    LongVector first = LongVector.fromArray(LONGS, source, 0);
    LongVector second = LongVector.fromArray(LONGS, source, HALF);
    for (int field = 0; field < 2 * BLOCKS; field += HALF) {
      LongVector width = LongVector.fromArray(LONGS, widths, field);
      LongVector start = LongVector.fromArray(LONGS, ends, field).sub(width);
      LongVector word = start.lanewise(LSHR, 6);
      // The word behind the last one is the first, but of that no bits are taken.
      LongVector next = word.add(1).and(2 * LONGS.length() - 1).selectFrom(first, second);
      word.selectFrom(first, second)
          .lanewise(LSHL, start)
          .or(next.lanewise(LSHR, 1).lanewise(LSHR, start.lanewise(XOR, -1)))
          .lanewise(LSHR, 1)
          .lanewise(LSHR, width.lanewise(XOR, Long.SIZE - 1))
          .intoArray(lows, field);
    }
  }

  /** Finds where each residual's ones end. */
  private boolean findZeros(long[] source, int start, int end, long present) {
    int count = Long.bitCount(present);
    zeros[0] = start - 1;
    int found = 0;
    for (int bit = start; found < count; bit += Long.SIZE) {
      if (bit >= end) {
        return false;
      }
      long inverse = Long.reverse(~BitFields.get(source, bit, Long.SIZE));
      for (int part = 0; part < Long.SIZE; part += LANES) {
        long some = inverse >>> part & 0xFFFF;
        INDEX.add(bit + part).compress(fromLong(INTS, some)).intoArray(zeros, 1 + found);
        found += Long.bitCount(some);
      }
    }
    return zeros[count] < end;
  }

  /** Takes rows' low bits apart. */
  private void splitLows(long present) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    for (int row = 0; row < 2; row++) {
      LongVector evens = LongVector.fromArray(LONGS, lows, HALF * row);
      LongVector odds = LongVector.fromArray(LONGS, lows, HALF * (2 + row));
      IntVector second =
          ZERO.lanewise(
              ADD, k, fromLong(INTS, compress(present, row == 0 ? UPPER_RIGHT : LOWER_RIGHT)));
      LongVector width = second.reinterpretAsLongs();
      evens
          .lanewise(LSHR, width.and(LOW_HALF))
          .or(odds.lanewise(LSHR, width.lanewise(LSHR, Integer.SIZE)).lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .intoArray(values, 2 * BLOCKS * row);
      evens
          .and(LOW_HALF)
          .or(odds.lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .and(ONE.lanewise(LSHL, second).sub(1))
          .intoArray(values, 2 * BLOCKS * row + BLOCKS);
    }
  }

  /** Counts the ones of each residual, and puts them by places. */
  private void countOnes(long present) {
    long order = BlockVectors.inOrder(present);
    int before = 0;
    for (int s = 0; s < Long.SIZE; s += LANES) {
      long some = order >>> s & 0xFFFF;
      VectorMask<Integer> has = fromLong(INTS, some);
      IntVector.fromArray(INTS, zeros, before + 1)
          .sub(IntVector.fromArray(INTS, zeros, before))
          .sub(1)
          .expand(has)
          .intoArray(ones, s);
      before += Long.bitCount(some);
    }
    IntVector ones0 = IntVector.fromArray(INTS, ones, 0);
    IntVector ones4 = IntVector.fromArray(INTS, ones, BLOCKS);
    IntVector ones8 = IntVector.fromArray(INTS, ones, 2 * BLOCKS);
    IntVector ones12 = IntVector.fromArray(INTS, ones, 3 * BLOCKS);
    IntVector first = UPPER_PLACES.selectFrom(ones0, ones4);
    IntVector second = UPPER_PLACES.selectFrom(ones8, ones12);
    EVEN_COLUMNS.selectFrom(first, second).intoArray(ones, 0);
    ODD_COLUMNS.selectFrom(first, second).intoArray(ones, BLOCKS);
    first = LOWER_PLACES.selectFrom(ones0, ones4);
    second = LOWER_PLACES.selectFrom(ones8, ones12);
    EVEN_COLUMNS.selectFrom(first, second).intoArray(ones, 2 * BLOCKS);
    ODD_COLUMNS.selectFrom(first, second).intoArray(ones, 3 * BLOCKS);
  }

  /** Adds the ones to low bits; tells whether there are as many as there may be. */
  private boolean addOnes() {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    IntVector a = IntVector.fromArray(INTS, ones, 0);
    IntVector b = IntVector.fromArray(INTS, ones, BLOCKS);
    IntVector c = IntVector.fromArray(INTS, ones, 2 * BLOCKS);
    IntVector d = IntVector.fromArray(INTS, ones, 3 * BLOCKS);
    IntVector.fromArray(INTS, values, 0).or(a.lanewise(LSHL, k)).intoArray(values, 0);
    IntVector.fromArray(INTS, values, BLOCKS).or(b.lanewise(LSHL, k)).intoArray(values, BLOCKS);
    IntVector.fromArray(INTS, values, 2 * BLOCKS)
        .or(c.lanewise(LSHL, k))
        .intoArray(values, 2 * BLOCKS);
    IntVector.fromArray(INTS, values, 3 * BLOCKS)
        .or(d.lanewise(LSHL, k))
        .intoArray(values, 3 * BLOCKS);
    return !a.add(b).add(c.add(d)).compare(GT, RiceBlocks.MOST_ONES).anyTrue();
  }

  private void toRows(int[] residuals) {
    IntVector a = IntVector.fromArray(INTS, values, 0);
    IntVector b = IntVector.fromArray(INTS, values, BLOCKS);
    IntVector c = IntVector.fromArray(INTS, values, 2 * BLOCKS);
    IntVector d = IntVector.fromArray(INTS, values, 3 * BLOCKS);
    a = a.lanewise(LSHR, 1).lanewise(XOR, ZERO.sub(a.and(1)));
    b = b.lanewise(LSHR, 1).lanewise(XOR, ZERO.sub(b.and(1)));
    c = c.lanewise(LSHR, 1).lanewise(XOR, ZERO.sub(c.and(1)));
    d = d.lanewise(LSHR, 1).lanewise(XOR, ZERO.sub(d.and(1)));
    IntVector upper = EVEN_COLUMNS.selectFrom(a, b);
    IntVector lower = EVEN_COLUMNS.selectFrom(c, d);
    FIRST_ROWS.selectFrom(upper, lower).intoArray(residuals, 0);
    SECOND_ROWS.selectFrom(upper, lower).intoArray(residuals, BLOCKS);
    upper = ODD_COLUMNS.selectFrom(a, b);
    lower = ODD_COLUMNS.selectFrom(c, d);
    FIRST_ROWS.selectFrom(upper, lower).intoArray(residuals, 2 * BLOCKS);
    SECOND_ROWS.selectFrom(upper, lower).intoArray(residuals, 3 * BLOCKS);
  }
}
