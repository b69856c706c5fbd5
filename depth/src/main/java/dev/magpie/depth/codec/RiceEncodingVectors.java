package dev.magpie.depth.codec;

import static dev.magpie.depth.codec.BlockVectors.BLOCKS;
import static dev.magpie.depth.codec.BlockVectors.INTS;
import static dev.magpie.depth.codec.BlockVectors.LOWER_LEFT;
import static dev.magpie.depth.codec.BlockVectors.LOWER_RIGHT;
import static dev.magpie.depth.codec.BlockVectors.UPPER_LEFT;
import static dev.magpie.depth.codec.BlockVectors.UPPER_RIGHT;
import static java.lang.Long.compress;
import static jdk.incubator.vector.VectorMask.fromLong;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2B;
import static jdk.incubator.vector.VectorOperators.LEADING_ZEROS_COUNT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_I2L;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** Chooses parameters and writes residuals as {@link RiceBlocks} does, by {@link BlockVectors}. */
final class RiceEncodingVectors {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;

  /** Blocks of a vector of longs. */
  private static final int HALF = BLOCKS / 2;

  /** The most words that a tile takes. */
  private static final int WORDS = 16;

  /** Parameters up to here have the low bits of two samples in an int. */
  private static final int NARROW = 16;

  /** The most fields of a tile: low bits of two samples each, and the ones of two blocks. */
  private static final int FIELDS = 2 * BLOCKS + HALF;

  /** What mapped residuals do not have, so that no sum of four leaves the range of ints. */
  private static final int UPPER_BITS = 0xF000_0000;

  private static final long LOW_HALF = 0xFFFF_FFFFL;
  private static final IntVector ZERO = IntVector.zero(INTS);
  private static final IntVector ONE = IntVector.broadcast(INTS, 1);
  private static final IntVector TWO = IntVector.broadcast(INTS, 2);

  /**
   * Takes four blocks after the other from two vectors of ints, first from the one and then from
   * the other, as longs; their upper halves have anything.
   */
  private static final int[] ROWS = new int[Integer.BYTES * BLOCKS];

  static {
    for (int i = 0; i < ROWS.length; i += 2) {
      ROWS[i] = i / 4 + i / 2 % 2 * BLOCKS;
    }
  }

  /** Mapped residuals, place by place; 0 where there is none. */
  final int[] values = new int[BlockVectors.PLACES * BLOCKS];

  private final int[] parameters = new int[BLOCKS];
  private final FieldSums packed = new FieldSums(FIELDS, WORDS);

  /**
   * Chooses parameters.
   *
   * @return how many bits all take; below 0 if some residual is too large for ints
   */
  int bits(long present) {
    IntVector a = IntVector.fromArray(INTS, values, 0);
    IntVector b = IntVector.fromArray(INTS, values, BLOCKS);
    IntVector c = IntVector.fromArray(INTS, values, 2 * BLOCKS);
    IntVector d = IntVector.fromArray(INTS, values, 3 * BLOCKS);
    IntVector count =
        ZERO.lanewise(ADD, 1, fromLong(INTS, compress(present, UPPER_LEFT)))
            .lanewise(ADD, 1, fromLong(INTS, compress(present, UPPER_RIGHT)))
            .lanewise(ADD, 1, fromLong(INTS, compress(present, LOWER_LEFT)))
            .lanewise(ADD, 1, fromLong(INTS, compress(present, LOWER_RIGHT)));
    if (a.or(b).or(c.or(d)).and(UPPER_BITS).compare(NE, 0).anyTrue()) {
      return -1;
    }
    IntVector sum = a.add(b).add(c.add(d));
    IntVector k =
        IntVector.broadcast(INTS, Integer.SIZE)
            .sub(sum.lanewise(LEADING_ZEROS_COUNT))
            .sub(count.min(3))
            .max(0);
    k.intoArray(parameters, 0);
    return a.lanewise(LSHR, k)
        .add(b.lanewise(LSHR, k))
        .add(c.lanewise(LSHR, k).add(d.lanewise(LSHR, k)))
        .add(count.mul(k.add(1)))
        .lanewise(ADD, RiceBlocks.PARAMETER_BITS, count.compare(NE, 0))
        .reduceLanes(ADD);
  }

  /**
   * Writes what {@link RiceBlocks#write} does.
   *
   * @param words what of them is not needed becomes zero
   * @param length of words
   * @param end of the parameters
   */
  void write(long present, long[] words, int length, int end) {
    boolean wide = IntVector.fromArray(INTS, parameters, 0).compare(GT, NARROW).anyTrue();
    if (wide) {
      joinPairs(present);
    } else {
      joinFours(present);
    }
    int ones = wide ? 2 * BLOCKS : BLOCKS;
    joinOnes(present, ones);
    packed.pack(ones + HALF, words, length);
    writeParameters(BlockVectors.having(present), words, end);
  }

  private void writeParameters(long having, long[] words, int end) {
    LongVector all =
        IntVector.fromArray(INTS, parameters, 0)
            .convertShape(I2B, ByteVector.SPECIES_128, 0)
            .reinterpretAsLongs();
    long mask = BlockVectors.parameterBits(having >>> HALF);
    int width = Long.bitCount(mask);
    int bit = end - width;
    BitFields.or(words, bit, Long.compress(Long.reverseBytes(all.lane(1)), mask), width);
    mask = BlockVectors.parameterBits(having);
    width = Long.bitCount(mask);
    bit -= width;
    BitFields.or(words, bit, Long.compress(Long.reverseBytes(all.lane(0)), mask), width);
  }

  /** Joins the low bits of each block. */
  private void joinFours(long present) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    IntVector low = ONE.lanewise(LSHL, k).sub(1);
    IntVector a = IntVector.fromArray(INTS, values, 0).and(low);
    IntVector b = IntVector.fromArray(INTS, values, BLOCKS).and(low);
    IntVector c = IntVector.fromArray(INTS, values, 2 * BLOCKS).and(low);
    IntVector d = IntVector.fromArray(INTS, values, 3 * BLOCKS).and(low);
    IntVector widthB = ZERO.blend(k, fromLong(INTS, compress(present, UPPER_RIGHT)));
    IntVector widthD = ZERO.blend(k, fromLong(INTS, compress(present, LOWER_RIGHT)));
    IntVector ab = a.lanewise(LSHL, widthB).or(b);
    IntVector cd = c.lanewise(LSHL, widthD).or(d);
    IntVector widthCd = widthD.lanewise(ADD, k, fromLong(INTS, compress(present, LOWER_LEFT)));
    IntVector width =
        widthB.lanewise(ADD, k, fromLong(INTS, compress(present, UPPER_LEFT))).add(widthCd);
    LongVector field = (LongVector) ab.convertShape(ZERO_EXTEND_I2L, LONGS, 0);
    field
        .lanewise(LSHL, widthCd.convertShape(ZERO_EXTEND_I2L, LONGS, 0))
        .lanewise(OR, cd.convertShape(ZERO_EXTEND_I2L, LONGS, 0))
        .intoArray(packed.fields, 0);
    field = (LongVector) ab.convertShape(ZERO_EXTEND_I2L, LONGS, 1);
    field
        .lanewise(LSHL, widthCd.convertShape(ZERO_EXTEND_I2L, LONGS, 1))
        .lanewise(OR, cd.convertShape(ZERO_EXTEND_I2L, LONGS, 1))
        .intoArray(packed.fields, HALF);
    ((LongVector) width.convertShape(ZERO_EXTEND_I2L, LONGS, 0))
        .intoArray(packed.fields, packed.most);
    ((LongVector) width.convertShape(ZERO_EXTEND_I2L, LONGS, 1))
        .intoArray(packed.fields, packed.most + HALF);
  }

  /** The same for each row of a block. */
  private void joinPairs(long present) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    IntVector low = ONE.lanewise(LSHL, k).sub(1);
    IntVector a = IntVector.fromArray(INTS, values, 0).and(low);
    IntVector b = IntVector.fromArray(INTS, values, BLOCKS).and(low);
    IntVector c = IntVector.fromArray(INTS, values, 2 * BLOCKS).and(low);
    IntVector d = IntVector.fromArray(INTS, values, 3 * BLOCKS).and(low);
    IntVector widthB = ZERO.blend(k, fromLong(INTS, compress(present, UPPER_RIGHT)));
    IntVector widthD = ZERO.blend(k, fromLong(INTS, compress(present, LOWER_RIGHT)));
    IntVector widthA = ZERO.blend(k, fromLong(INTS, compress(present, UPPER_LEFT)));
    IntVector widthC = ZERO.blend(k, fromLong(INTS, compress(present, LOWER_LEFT)));
    for (int block = 0; block < BLOCKS; block += HALF / 2) {
      IntVector rows = IntVector.fromArray(INTS, ROWS, Integer.BYTES * block);
      LongVector width = rows.selectFrom(widthB, widthD).reinterpretAsLongs().and(LOW_HALF);
      rows.selectFrom(a, c)
          .reinterpretAsLongs()
          .and(LOW_HALF)
          .lanewise(LSHL, width)
          .or(rows.selectFrom(b, d).reinterpretAsLongs().and(LOW_HALF))
          .intoArray(packed.fields, 2 * block);
      rows.selectFrom(widthA, widthC)
          .reinterpretAsLongs()
          .and(LOW_HALF)
          .add(width)
          .intoArray(packed.fields, packed.most + 2 * block);
    }
  }

  /** Joins the ones of two blocks each. */
  private void joinOnes(long present, int at) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    IntVector a = IntVector.fromArray(INTS, values, 0).lanewise(LSHR, k);
    IntVector b = IntVector.fromArray(INTS, values, BLOCKS).lanewise(LSHR, k);
    IntVector c = IntVector.fromArray(INTS, values, 2 * BLOCKS).lanewise(LSHR, k);
    IntVector d = IntVector.fromArray(INTS, values, 3 * BLOCKS).lanewise(LSHR, k);
    IntVector widthB = b.lanewise(ADD, 1, fromLong(INTS, compress(present, UPPER_RIGHT)));
    IntVector widthC = c.lanewise(ADD, 1, fromLong(INTS, compress(present, LOWER_LEFT)));
    IntVector widthD = d.lanewise(ADD, 1, fromLong(INTS, compress(present, LOWER_RIGHT)));
    IntVector width =
        a.lanewise(ADD, 1, fromLong(INTS, compress(present, UPPER_LEFT)))
            .add(widthB)
            .add(widthC)
            .add(widthD);
    IntVector code = TWO.lanewise(LSHL, a).sub(2);
    code = code.lanewise(LSHL, widthB).or(TWO.lanewise(LSHL, b).sub(2));
    code = code.lanewise(LSHL, widthC).or(TWO.lanewise(LSHL, c).sub(2));
    code = code.lanewise(LSHL, widthD).or(TWO.lanewise(LSHL, d).sub(2));
    LongVector second = width.reinterpretAsLongs().lanewise(LSHR, Integer.SIZE);
    code.reinterpretAsLongs()
        .and(LOW_HALF)
        .lanewise(LSHL, second)
        .or(code.reinterpretAsLongs().lanewise(LSHR, Integer.SIZE))
        .intoArray(packed.fields, at);
    width.reinterpretAsLongs().and(LOW_HALF).add(second).intoArray(packed.fields, packed.most + at);
  }
}
