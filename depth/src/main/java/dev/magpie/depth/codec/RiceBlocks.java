package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * A tile's residuals in Golomb-Rice code. A residual {@code e} becomes {@code v = 2 e} or {@code -2
 * e - 1}, and that is {@code v >> k} ones, a zero, and the low {@code k} bits, where each block of
 * 2x2 samples has its own {@code k}.
 *
 * <p>Like stands by like, so that only the ones have to wait for what is before them, and in
 * numbers, of which the first part is lowest. Samples are in the order of their blocks, row by row
 * in these. First come the {@code k} of blocks with residuals, of eight blocks a number; then of
 * all residuals the lowest of the low bits, of those that have more the next one, and so on; then
 * of all residuals whether they have a one, of those that do whether they have another, and so on,
 * up to {@link #MOST_ONES}.
 */
final class RiceBlocks {
  static final int PARAMETER_BITS = 5;

  /** Parameters are near the mean of four, so there are no more. */
  static final int MOST_ONES = 15;

  /** Blocks of a number. */
  private static final int TOGETHER = 8;

  private static final int MOST_PARAMETER = (1 << PARAMETER_BITS) - 1;

  /** The most numbers that a tile has. */
  static final int MOST_FIELDS =
      TileShape.MAX_SAMPLES / 2 / TOGETHER + MOST_PARAMETER + MOST_ONES + 1;

  /** Samples of a block. */
  private final int size;

  private final int blocks;

  /** Each sample's place in the order of blocks. */
  private final int[] places;

  /** Mapped residuals by place; 0 where there is none. */
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
  void set(int s, long residual) {
    values[places[s]] = (residual << 1) ^ (residual >> 63);
  }

  /** A sample's residual. */
  long get(int s) {
    long value = values[places[s]];
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

  /** Chooses a block's parameter, near the logarithm of the mean; returns what is left to count. */
  private int chooseParameter(int block, int count) {
    long sum = 0;
    for (int lane = 0; lane < size; lane++) {
      sum += values[size * block + lane];
    }
    int least = Math.max(0, 62 - Long.numberOfLeadingZeros(sum / count | 1));
    long best = Long.MAX_VALUE;
    for (int k = least; k <= Math.min(least + 2, MOST_PARAMETER); k++) {
      long bits = (long) count * k;
      for (int lane = 0; lane < size; lane++) {
        bits += values[size * block + lane] >> k;
      }
      if (bits < best) {
        best = bits;
        parameters[block] = k;
      }
    }
    return (int) best;
  }

  /**
   * Finds what is to be written, after {@link #bits}.
   *
   * @param fields receives the numbers
   * @param widths receives the bits of each
   * @param from where to put the first
   * @return behind the last
   */
  int fields(long[] fields, int[] widths, int from) {
    int field = from;
    for (int block = 0; block < blocks; block += TOGETHER) {
      long number = 0;
      int width = 0;
      for (int b = block; b < Math.min(blocks, block + TOGETHER); b++) {
        if (present(b) != 0) {
          number |= (long) parameters[b] << width;
          width += PARAMETER_BITS;
        }
      }
      fields[field] = number;
      widths[field++] = width;
    }
    int weight = 0;
    for (long left = above(0); left != 0; left = above(++weight)) {
      long number = 0;
      int width = 0;
      for (long places = left; places != 0; places &= places - 1) {
        number |= (values[Long.numberOfTrailingZeros(places)] >>> weight & 1) << width++;
      }
      fields[field] = number;
      widths[field++] = width;
    }
    int ones = 0;
    for (long left = present; left != 0; ones++) {
      long more = 0;
      long number = 0;
      int width = 0;
      for (; left != 0; left &= left - 1, width++) {
        int place = Long.numberOfTrailingZeros(left);
        if (values[place] >> parameters[place / size] > ones) {
          more |= 1L << place;
          number |= 1L << width;
        }
      }
      fields[field] = number;
      widths[field++] = width;
      left = more;
    }
    return field;
  }

  /** The places with residuals that have more low bits. */
  private long above(int bits) {
    long above = 0;
    for (int block = 0; block < blocks; block++) {
      above |= parameters[block] > bits ? present(block) : 0;
    }
    return above;
  }

  /**
   * Reads what {@link #fields} has found.
   *
   * @param end the bit behind the lines
   * @throws CorruptBlockException if residuals do not end there
   */
  void read(long[] source, int start, int end) {
    int bit = start;
    for (int block = 0; block < blocks; block += TOGETHER) {
      int last = Math.min(blocks, block + TOGETHER);
      int width = 0;
      for (int b = block; b < last; b++) {
        width += present(b) == 0 ? 0 : PARAMETER_BITS;
      }
      long number = take(source, bit, width, end);
      bit += width;
      for (int b = block; b < last; b++) {
        if (present(b) != 0) {
          parameters[b] = (int) number & MOST_PARAMETER;
          number >>>= PARAMETER_BITS;
        }
      }
    }
    int weight = 0;
    for (long left = above(0); left != 0; left = above(++weight)) {
      int width = Long.bitCount(left);
      long number = take(source, bit, width, end);
      bit += width;
      for (; left != 0; left &= left - 1, number >>>= 1) {
        values[Long.numberOfTrailingZeros(left)] |= (number & 1) << weight;
      }
    }
    int ones = 0;
    for (long left = present; left != 0; ones++) {
      int width = Long.bitCount(left);
      long number = take(source, bit, width, end);
      bit += width;
      long more = 0;
      for (; left != 0; left &= left - 1, number >>>= 1) {
        if ((number & 1) != 0) {
          int place = Long.numberOfTrailingZeros(left);
          values[place] += 1L << parameters[place / size];
          more |= 1L << place;
        }
      }
      left = more;
      checkOnes(ones, left);
    }
  }

  /** A number of 0 to 64 bits. */
  private static long take(long[] source, int bit, int width, int end) {
    checkEnd(bit + width, end);
    return width == 0 ? 0 : BitFields.get(source, bit, width);
  }

  /** Checks where something ends that is to be read. */
  static void checkEnd(int bit, int end) {
    if (bit > end) {
      throw new CorruptBlockException(
          "residuals go on behind bit %d, where the lines end".formatted(end));
    }
  }

  /** Checks that no residual goes on too long. */
  static void checkOnes(int before, long goingOn) {
    if (before == MOST_ONES && goingOn != 0) {
      throw new CorruptBlockException("a residual has more than %d ones".formatted(MOST_ONES));
    }
  }
}
