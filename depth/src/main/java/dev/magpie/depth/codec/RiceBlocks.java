package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * A tile's residuals in Golomb-Rice code. A residual {@code e} becomes {@code v = 2 e} or {@code -2
 * e - 1}, and that is {@code v >> k} ones, a zero, and the low {@code k} bits, where each block of
 * 2x2 samples has its own {@code k}.
 *
 * <p>Like stands by like, so that little has to wait for what is before it: first the low bits of
 * all residuals, then the ones of each and its zero; at the end, where they can be found, the
 * {@code k} of all blocks with residuals. Samples are in the order of their blocks, row by row in
 * these.
 */
final class RiceBlocks {
  static final int PARAMETER_BITS = 5;

  /**
   * The most ones that the residuals of one block have together, as its parameter is near their
   * mean.
   */
  static final int MOST_ONES = 7;

  /** Samples of a block. */
  private final int size;

  private final int blocks;

  /** Each sample's place in the order of blocks. */
  private final int[] places;

  /** Mapped residuals by place, unsigned 32-bit numbers; 0 where there is none. */
  private final long[] values;

  private final int[] parameters;

  /** The places with residuals. */
  private long present;

  RiceBlocks(TileShape shape) {
    int across = Math.min(2, shape.width());
    int down = Math.min(2, shape.height());
    int blocksAcross = shape.width() / across;
    size = across * down;
    blocks = shape.samples() / size;
    places = new int[shape.samples()];
    for (int s = 0; s < places.length; s++) {
      int x = s % shape.width();
      int y = s / shape.width();
      int block = y / down * blocksAcross + x / across;
      places[s] = block * size + y % down * across + x % across;
    }
    values = new long[shape.samples()];
    parameters = new int[blocks];
  }

  /** Takes the samples that have residuals. */
  void cover(long samples) {
    present = 0;
    for (long left = samples; left != 0; left &= left - 1) {
      present |= 1L << places[Long.numberOfTrailingZeros(left)];
    }
    Arrays.fill(values, 0);
  }

  /** Sets a sample's residual. */
  void set(int s, int residual) {
    values[places[s]] = Integer.toUnsignedLong((residual << 1) ^ (residual >> 31));
  }

  /** A sample's residual. */
  int get(int s) {
    int value = (int) values[places[s]];
    return (value >>> 1) ^ -(value & 1);
  }

  /** The places of a block with residuals. */
  private long present(int block) {
    return present & (((1L << size) - 1) << (size * block));
  }

  /** Chooses the parameters, and tells how many bits all take. */
  int bits() {
    int bits = 0;
    for (int block = 0; block < blocks; block++) {
      int count = Long.bitCount(present(block));
      if (count != 0) {
        bits += PARAMETER_BITS + count + chooseParameter(block, count);
      }
    }
    return bits;
  }

  /** Chooses a block's parameter; tells how many bits residuals then take, but for their zeros. */
  private int chooseParameter(int block, int count) {
    long sum = 0;
    for (int lane = 0; lane < size; lane++) {
      sum += values[size * block + lane];
    }
    // About the logarithm of the mean. What is best takes 0.01 to 0.04 % less traffic.
    int log = 63 - Long.numberOfLeadingZeros(sum | 1);
    int k = Math.max(0, log + 1 - Math.min(count, 3));
    parameters[block] = k;
    long bits = (long) count * k;
    for (int lane = 0; lane < size; lane++) {
      bits += values[size * block + lane] >> k;
    }
    return (int) bits;
  }

  /**
   * Writes all, after {@link #bits}.
   *
   * @param words zeros
   * @param end of the parameters
   */
  void write(long[] words, int end) {
    int at = end - parameterBits();
    for (int block = 0; block < blocks; block++) {
      if (present(block) != 0) {
        BitFields.or(words, at, parameters[block], PARAMETER_BITS);
        at += PARAMETER_BITS;
      }
    }
    at = 0;
    for (long left = present; left != 0; left &= left - 1) {
      int place = Long.numberOfTrailingZeros(left);
      int k = parameters[place / size];
      BitFields.or(words, at, values[place] & ((1L << k) - 1), k);
      at += k;
    }
    for (long left = present; left != 0; left &= left - 1) {
      int place = Long.numberOfTrailingZeros(left);
      int ones = (int) (values[place] >> parameters[place / size]);
      BitFields.or(words, at, (2L << ones) - 2, ones + 1);
      at += ones + 1;
    }
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @param last the end of the parameters
   * @throws CorruptBlockException if residuals go on into the parameters, or none can be like this
   */
  void read(long[] source, int last) {
    int end = last - parameterBits();
    if (end < 0) {
      throw new CorruptBlockException(
          "the lines have %d bits too few for the parameters of all blocks".formatted(-end));
    }
    int bit = end;
    for (int block = 0; block < blocks; block++) {
      if (present(block) != 0) {
        parameters[block] = (int) BitFields.get(source, bit, PARAMETER_BITS);
        bit += PARAMETER_BITS;
      }
    }
    bit = 0;
    for (long left = present; left != 0; left &= left - 1) {
      int place = Long.numberOfTrailingZeros(left);
      int k = parameters[place / size];
      values[place] = take(source, bit, k, end);
      bit += k;
    }
    for (int block = 0; block < blocks; block++) {
      int most = MOST_ONES;
      for (long left = present(block); left != 0; left &= left - 1) {
        int place = Long.numberOfTrailingZeros(left);
        long code = BitFields.get(source, Math.min(bit, end), Long.SIZE);
        int ones = Long.numberOfLeadingZeros(~code);
        bit += ones + 1;
        checkEnd(bit, end);
        most -= ones;
        if (most < 0) {
          throw new CorruptBlockException(
              "a block's residuals have more than %d ones".formatted(MOST_ONES));
        }
        values[place] += (long) ones << parameters[block];
        if (values[place] >>> Integer.SIZE != 0) {
          throw new CorruptBlockException("a residual has more than 32 bits");
        }
      }
    }
  }

  /** The bits of all parameters. */
  private int parameterBits() {
    int bits = 0;
    for (int block = 0; block < blocks; block++) {
      bits += present(block) == 0 ? 0 : PARAMETER_BITS;
    }
    return bits;
  }

  /** A number of 0 to 63 bits. */
  private static long take(long[] source, int bit, int width, int end) {
    checkEnd(bit + width, end);
    return BitFields.getAny(source, bit, width);
  }

  /** Checks where something ends that is to be read. */
  private static void checkEnd(int bit, int end) {
    if (bit > end) {
      throw new CorruptBlockException(
          "residuals go on behind bit %d, where parameters begin".formatted(end));
    }
  }
}
