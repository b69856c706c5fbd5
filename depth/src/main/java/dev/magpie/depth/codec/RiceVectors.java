package dev.magpie.depth.codec;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LEADING_ZEROS_COUNT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * What {@link RiceBlocks} does, for tiles of 8x8 samples with 512-bit vectors: an element is a
 * block, and each of a block's four samples has a vector of its own; or, of bits, an element is a
 * byte of a sample. Mapped residuals are below 2^31.
 */
final class RiceVectors {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Byte> BYTE_SPECIES = ByteVector.SPECIES_512;
  private static final int BLOCKS = 16;

  /** Where bytes of all samples are, behind the parameters; low bits from the lowest on. */
  private static final int ONES = BLOCKS;

  private static final int WIDTHS = 2 * BLOCKS;
  private static final int LOW = 3 * BLOCKS;

  /** Ints of all of them. */
  static final int BYTES = LOW + Integer.BYTES * BLOCKS;

  /** Where the bytes of four ints start in their own. */
  private static final IntVector BYTE_STARTS = indices(lane -> Byte.SIZE * (lane % Integer.BYTES));

  private static final IntVector ZERO = IntVector.zero(INTS);

  /** Parameters of residuals below 2^31 with the most ones. */
  private static final int MOST_PARAMETER = 27;

  /** The samples in each place of a block. */
  private static final long[] CORNERS = {
    0x0055_0055_0055_0055L, 0x00AA_00AA_00AA_00AAL, 0x5500_5500_5500_5500L, 0xAA00_AA00_AA00_AA00L
  };

  /** The first place of each block. */
  private static final long FIRST_PLACES = 0x1111_1111_1111_1111L;

  /** The first bit of each byte. */
  private static final long FIRST_BITS = 0x0101_0101_0101_0101L;

  /** From rows to places and back; each of two vectors, two and two. */
  static final IntVector UPPER = indices(lane -> lane % 4 * 2 + lane / 8 + lane % 8 / 4 * 16);

  static final IntVector LOWER = UPPER.add(8);
  static final IntVector FRONT = indices(lane -> lane % 8 + lane / 8 * 16);
  static final IntVector BACK = FRONT.add(8);
  private static final IntVector EVEN_ROWS =
      indices(lane -> lane % 2 * 8 + lane % 8 / 2 + lane / 8 * 16);
  private static final IntVector ODD_ROWS = EVEN_ROWS.add(4);

  private RiceVectors() {}

  private interface Lanes {
    int at(int lane);
  }

  private static IntVector indices(Lanes lanes) {
    int[] indices = new int[BLOCKS];
    for (int lane = 0; lane < BLOCKS; lane++) {
      indices[lane] = lanes.at(lane);
    }
    return IntVector.fromArray(INTS, indices, 0);
  }

  /** The blocks that have a residual in a place. */
  private static long having(long present, int place) {
    return Long.compress(present, CORNERS[place]);
  }

  /** Samples in the order of places. */
  private static long inOrder(long a, long b, long c, long d) {
    return Long.expand(a, FIRST_PLACES)
        | Long.expand(b, FIRST_PLACES << 1)
        | Long.expand(c, FIRST_PLACES << 2)
        | Long.expand(d, FIRST_PLACES << 3);
  }

  /**
   * Chooses parameters.
   *
   * @param places mapped residuals, place by place; 0 where there is none
   * @return how many bits all take
   */
  static int bits(int[] places, long present, int[] parameters) {
    IntVector a = IntVector.fromArray(INTS, places, 0);
    IntVector b = IntVector.fromArray(INTS, places, BLOCKS);
    IntVector c = IntVector.fromArray(INTS, places, 2 * BLOCKS);
    IntVector d = IntVector.fromArray(INTS, places, 3 * BLOCKS);
    IntVector count =
        ZERO.lanewise(ADD, 1, mask(having(present, 0)))
            .lanewise(ADD, 1, mask(having(present, 1)))
            .lanewise(ADD, 1, mask(having(present, 2)))
            .lanewise(ADD, 1, mask(having(present, 3)));
    IntVector sum = a.add(b).add(c).add(d);
    IntVector log = sum.lanewise(LEADING_ZEROS_COUNT).neg().add(31);
    VectorMask<Integer> three = count.compare(EQ, 3);
    // A third of the sum has the same logarithm as half of it if the sum begins with two ones.
    IntVector k =
        log.sub(count)
            .lanewise(ADD, 1, count.compare(EQ, 4))
            .lanewise(ADD, 1, sum.lanewise(LSHR, log.sub(1)).compare(EQ, 3).and(three))
            .max(0);
    IntVector ones =
        a.lanewise(LSHR, k)
            .add(b.lanewise(LSHR, k))
            .add(c.lanewise(LSHR, k))
            .add(d.lanewise(LSHR, k));
    IntVector next = k.add(1);
    IntVector fewer =
        a.lanewise(LSHR, next)
            .add(b.lanewise(LSHR, next))
            .add(c.lanewise(LSHR, next))
            .add(d.lanewise(LSHR, next))
            .add(count);
    IntVector last = k.add(2);
    IntVector fewest =
        a.lanewise(LSHR, last)
            .add(b.lanewise(LSHR, last))
            .add(c.lanewise(LSHR, last))
            .add(d.lanewise(LSHR, last))
            .add(count)
            .add(count);
    VectorMask<Integer> better = fewer.lt(ones);
    IntVector least = ones.min(fewer);
    VectorMask<Integer> best = fewest.lt(least);
    k.blend(next, better).blend(last, best).intoArray(parameters, 0);
    return least
        .min(fewest)
        .add(count.mul(k))
        .add(count)
        .lanewise(ADD, RiceBlocks.PARAMETER_BITS, count.compare(NE, 0))
        .reduceLanes(ADD);
  }

  private static VectorMask<Integer> mask(long bits) {
    return VectorMask.fromLong(INTS, bits);
  }

  /**
   * Finds what is to be written, as {@link RiceBlocks#fields} does.
   *
   * @param places residuals, place by place
   * @param bytes scratch memory
   */
  static int fields(
      long present,
      int[] places,
      int[] parameters,
      int[] bytes,
      long[] fields,
      int[] widths,
      int from) {
    split(places, parameters, bytes);
    return fields(present, bytes, fields, widths, from);
  }

  /** Takes residuals apart, into a byte of each: parameters, ones, and low bits. */
  private static void split(int[] places, int[] parameters, int[] bytes) {
    IntVector k = IntVector.fromArray(INTS, parameters, 0);
    k.intoArray(bytes, 0);
    bytes(k, k, k, k).intoArray(bytes, WIDTHS);
    IntVector ones = IntVector.zero(INTS);
    for (int place = 0; place < CORNERS.length; place++) {
      IntVector value = IntVector.fromArray(INTS, places, BLOCKS * place);
      ones = ones.or(value.lanewise(LSHR, k).lanewise(LSHL, Byte.SIZE * place));
    }
    ones.intoArray(bytes, ONES);
    int widest = k.reduceLanes(MAX);
    for (int shift = 0; shift < widest; shift += Byte.SIZE) {
      IntVector low = IntVector.zero(INTS);
      for (int place = 0; place < CORNERS.length; place++) {
        IntVector value = IntVector.fromArray(INTS, places, BLOCKS * place);
        low = low.or(value.lanewise(LSHR, shift).and(255).lanewise(LSHL, Byte.SIZE * place));
      }
      low.intoArray(bytes, LOW + 2 * shift);
    }
  }

  private static int fields(long present, int[] bytes, long[] fields, int[] widths, int from) {
    long ha = having(present, 0);
    long hb = having(present, 1);
    long hc = having(present, 2);
    long hd = having(present, 3);
    long having = ha | hb | hc | hd;
    long order = inOrder(ha, hb, hc, hd);
    int field = from;
    for (int block = 0; block < BLOCKS; block += BLOCKS / 2) {
      long parameters = 0;
      for (int b = block + BLOCKS / 2 - 1; b >= block; b--) {
        parameters = parameters << Byte.SIZE | bytes[b];
      }
      long mask = parameterBits(having >>> block);
      fields[field] = Long.compress(parameters, mask);
      widths[field++] = Long.bitCount(mask);
    }
    ByteVector width = IntVector.fromArray(INTS, bytes, WIDTHS).reinterpretAsBytes();
    long left = order & width.compare(GT, (byte) 0).toLong();
    for (int weight = 0; left != 0; ) {
      long bits =
          IntVector.fromArray(INTS, bytes, LOW + 2 * (weight & -Byte.SIZE))
              .lanewise(LSHL, Byte.SIZE - 1 - (weight & (Byte.SIZE - 1)))
              .reinterpretAsBytes()
              .compare(LT, (byte) 0)
              .toLong();
      fields[field] = Long.compress(bits, left);
      widths[field++] = Long.bitCount(left);
      weight++;
      left = order & width.compare(GT, (byte) weight).toLong();
    }
    ByteVector ones = IntVector.fromArray(INTS, bytes, ONES).reinterpretAsBytes();
    left = order;
    for (int before = 0; left != 0; before++) {
      long more = ones.compare(GT, (byte) before).toLong() & order;
      fields[field] = Long.compress(more, left);
      widths[field++] = Long.bitCount(left);
      left = more;
    }
    return field;
  }

  /** The bits of the parameters of some of eight blocks, in a byte each. */
  private static long parameterBits(long blocks) {
    return Long.expand(blocks, FIRST_BITS) * ((1 << RiceBlocks.PARAMETER_BITS) - 1);
  }

  /** One byte of each sample, in the order of places. */
  private static IntVector bytes(IntVector a, IntVector b, IntVector c, IntVector d) {
    return a.or(b.lanewise(LSHL, 8)).or(c.lanewise(LSHL, 16)).or(d.lanewise(LSHL, 24));
  }

  /**
   * Reads a tile, as {@link RiceBlocks#read} does.
   *
   * @param bytes scratch memory
   * @param residuals receives them, row by row
   * @return whether all are sure to be ints; if not, they are not read
   */
  static boolean read(
      long[] source, int start, int end, long present, int[] bytes, int[] residuals) {
    int widest = readBytes(source, start, end, present, bytes);
    if (widest > MOST_PARAMETER) {
      return false;
    }
    join(bytes, widest, residuals);
    return true;
  }

  /** Reads all, and tells how many low bits a residual has at most. */
  private static int readBytes(long[] source, int start, int end, long present, int[] bytes) {
    long ha = having(present, 0);
    long hb = having(present, 1);
    long hc = having(present, 2);
    long hd = having(present, 3);
    long having = ha | hb | hc | hd;
    long order = inOrder(ha, hb, hc, hd);
    int bit = start;
    RiceBlocks.checkEnd(bit + RiceBlocks.PARAMETER_BITS * Long.bitCount(having), end);
    long mask = parameterBits(having);
    long first8 = take(source, bit, mask);
    bit += Long.bitCount(mask);
    mask = parameterBits(having >>> (BLOCKS / 2));
    long last8 = take(source, bit, mask);
    bit += Long.bitCount(mask);
    IntVector k =
        IntVector.broadcast(INTS, (int) first8)
            .blend((int) (first8 >>> Integer.SIZE), mask(0xF0))
            .blend((int) last8, mask(0xF00))
            .blend((int) (last8 >>> Integer.SIZE), mask(0xF000))
            .lanewise(LSHR, BYTE_STARTS)
            .and(255);
    k.intoArray(bytes, 0);
    ByteVector width = bytes(k, k, k, k).reinterpretAsBytes();
    int weight = 0;
    long left = order & width.compare(GT, (byte) 0).toLong();
    while (left != 0) {
      ByteVector part = ByteVector.zero(BYTE_SPECIES);
      int first = weight;
      while (left != 0 && weight < first + Byte.SIZE) {
        int next = bit + Long.bitCount(left);
        RiceBlocks.checkEnd(next, end);
        long bits = take(source, bit, left);
        bit = next;
        part =
            part.lanewise(
                ADD, (byte) (1 << (weight - first)), VectorMask.fromLong(BYTE_SPECIES, bits));
        weight++;
        left = order & width.compare(GT, (byte) weight).toLong();
      }
      part.reinterpretAsInts().intoArray(bytes, LOW + 2 * first);
    }
    ByteVector ones = ByteVector.zero(BYTE_SPECIES);
    left = order;
    for (int before = 0; left != 0; before++) {
      int next = bit + Long.bitCount(left);
      RiceBlocks.checkEnd(next, end);
      left = take(source, bit, left);
      bit = next;
      ones = ones.lanewise(ADD, (byte) 1, VectorMask.fromLong(BYTE_SPECIES, left));
      RiceBlocks.checkOnes(before, left);
    }
    ones.reinterpretAsInts().intoArray(bytes, ONES);
    return weight;
  }

  /** The next bits, where a mask has some. */
  private static long take(long[] source, int bit, long mask) {
    // Of no bits, what is read does not matter.
    return Long.expand(BitFields.get(source, bit, Long.bitCount(mask)), mask);
  }

  /** Puts residuals together, and them in rows. */
  private static void join(int[] bytes, int widest, int[] residuals) {
    IntVector k = IntVector.fromArray(INTS, bytes, 0);
    for (int place = 0; place < CORNERS.length; place++) {
      int shift = Byte.SIZE * place;
      IntVector value =
          IntVector.fromArray(INTS, bytes, ONES).lanewise(LSHR, shift).and(255).lanewise(LSHL, k);
      for (int first = 0; first < widest; first += Byte.SIZE) {
        IntVector low =
            IntVector.fromArray(INTS, bytes, LOW + 2 * first)
                .lanewise(LSHR, shift)
                .and(255)
                .lanewise(LSHL, first);
        value = value.or(low);
      }
      IntVector negative = value.and(1).neg();
      value.lanewise(LSHR, 1).lanewise(XOR, negative).intoArray(residuals, place * BLOCKS);
    }
    IntVector a = IntVector.fromArray(INTS, residuals, 0);
    IntVector b = IntVector.fromArray(INTS, residuals, BLOCKS);
    IntVector c = IntVector.fromArray(INTS, residuals, 2 * BLOCKS);
    IntVector d = IntVector.fromArray(INTS, residuals, 3 * BLOCKS);
    IntVector upper = FRONT.selectFrom(a, b);
    IntVector upper2 = BACK.selectFrom(a, b);
    IntVector lower = FRONT.selectFrom(c, d);
    IntVector lower2 = BACK.selectFrom(c, d);
    EVEN_ROWS.selectFrom(upper, lower).intoArray(residuals, 0);
    ODD_ROWS.selectFrom(upper, lower).intoArray(residuals, BLOCKS);
    EVEN_ROWS.selectFrom(upper2, lower2).intoArray(residuals, 2 * BLOCKS);
    ODD_ROWS.selectFrom(upper2, lower2).intoArray(residuals, 3 * BLOCKS);
  }
}
