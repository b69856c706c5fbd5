package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * A tile's residuals in Golomb-Rice code. A residual {@code e} becomes {@code v = 2 e} or {@code -2
 * e - 1}, and that is {@code v >> k} ones, a zero, and the low {@code k} bits, where each block of
 * 2x2 samples has its own {@code k}. Like stands by like, so that only the ones have to wait for
 * what is before them: {@code k} (5) of each block that has residuals, then the low bits of all
 * residuals, then the ones and zeros, each block by block.
 */
final class RiceBlocks {
  /** Samples of a block, unless the tile is only a sample wide or high. */
  private static final int LANES = 4;

  private static final int PARAMETER_BITS = 5;
  private static final int MOST_PARAMETER = (1 << PARAMETER_BITS) - 1;

  /** The samples of each block. */
  private final long[] blocks;

  /** The samples block by block; instead of one that a block has not, that behind the last. */
  private final int[] lanes;

  private final boolean wholeBlocks;

  /** Mapped residuals by sample; 0 where there is none, as behind the last. */
  private final long[] values;

  private final int[] parameters;

  /** The samples with residuals. */
  private long present;

  RiceBlocks(TileShape shape) {
    int across = Math.min(2, shape.width());
    int down = Math.min(2, shape.height());
    int blocksAcross = shape.width() / across;
    blocks = new long[shape.samples() / (across * down)];
    lanes = new int[LANES * blocks.length];
    Arrays.fill(lanes, shape.samples());
    for (int s = 0; s < shape.samples(); s++) {
      int x = s % shape.width();
      int y = s / shape.width();
      int block = y / down * blocksAcross + x / across;
      lanes[LANES * block + y % down * across + x % across] = s;
      blocks[block] |= 1L << s;
    }
    wholeBlocks = lanes.length == shape.samples();
    values = new long[shape.samples() + 1];
    parameters = new int[blocks.length];
  }

  /** Takes the samples that have residuals. */
  void cover(long samples) {
    present = samples;
  }

  /** The mapped residuals, to be filled; those of samples without one must be 0. */
  long[] values() {
    return values;
  }

  static long map(long residual) {
    return (residual << 1) ^ (residual >> 63);
  }

  static long unmap(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  /** Chooses the parameters, and tells how many bits all take. */
  int bits() {
    int bits = 0;
    for (int block = 0; block < blocks.length; block++) {
      int count = Long.bitCount(present & blocks[block]);
      if (count != 0) {
        bits += PARAMETER_BITS + count + chooseParameter(block, count);
      }
    }
    return bits;
  }

  /** Chooses a block's parameter, near the logarithm of the mean; returns what is left to count. */
  private int chooseParameter(int block, int count) {
    int lane = LANES * block;
    long a = values[lanes[lane]];
    long b = values[lanes[lane + 1]];
    long c = values[lanes[lane + 2]];
    long d = values[lanes[lane + 3]];
    long sum = a + b + c + d;
    long mean = count == LANES ? sum >> 2 : sum / count;
    int k = Math.max(0, 62 - Long.numberOfLeadingZeros(mean | 1));
    int chosen = k;
    long best = lowBitsAndOnes(a, b, c, d, count, k);
    long bits = lowBitsAndOnes(a, b, c, d, count, k + 1);
    if (bits < best && k < MOST_PARAMETER) {
      best = bits;
      chosen = k + 1;
    }
    bits = lowBitsAndOnes(a, b, c, d, count, k + 2);
    if (bits < best && k < MOST_PARAMETER - 1) {
      best = bits;
      chosen = k + 2;
    }
    parameters[block] = chosen;
    return (int) best;
  }

  private static long lowBitsAndOnes(long a, long b, long c, long d, int count, int k) {
    return (a >> k) + (b >> k) + (c >> k) + (d >> k) + (long) count * k;
  }

  /** Writes all, after {@link #bits}. */
  void write(FieldWriter writer) {
    for (int block = 0; block < blocks.length; block++) {
      if ((present & blocks[block]) != 0) {
        writer.put(parameters[block], PARAMETER_BITS);
      }
    }
    for (int block = 0; block < blocks.length; block++) {
      writeLowBits(writer, block);
    }
    for (int block = 0; block < blocks.length; block++) {
      writeOnes(writer, block);
    }
  }

  /** Whether all lanes of a block have a residual. */
  private boolean isFull(int block) {
    return wholeBlocks && (blocks[block] & ~present) == 0;
  }

  private void writeLowBits(FieldWriter writer, int block) {
    int k = parameters[block];
    long mask = (1L << k) - 1;
    if (isFull(block)) {
      int lane = LANES * block;
      long first = ((values[lanes[lane]] & mask) << k) | (values[lanes[lane + 1]] & mask);
      long second = ((values[lanes[lane + 2]] & mask) << k) | (values[lanes[lane + 3]] & mask);
      if (LANES * k < Long.SIZE) {
        writer.put((first << (2 * k)) | second, LANES * k);
      } else {
        writer.put(first, 2 * k);
        writer.put(second, 2 * k);
      }
      return;
    }
    for (long left = blocks[block] & present; left != 0; left &= left - 1) {
      writer.put(values[Long.numberOfTrailingZeros(left)] & mask, k);
    }
  }

  private void writeOnes(FieldWriter writer, int block) {
    int k = parameters[block];
    if (isFull(block)) {
      int lane = LANES * block;
      // With a parameter near the mean of four, these are few.
      int a = (int) (values[lanes[lane]] >>> k);
      int b = (int) (values[lanes[lane + 1]] >>> k);
      int c = (int) (values[lanes[lane + 2]] >>> k);
      int d = (int) (values[lanes[lane + 3]] >>> k);
      writer.put((ones(a) << (b + 1)) | ones(b), a + b + 2);
      writer.put((ones(c) << (d + 1)) | ones(d), c + d + 2);
      return;
    }
    for (long left = blocks[block] & present; left != 0; left &= left - 1) {
      int ones = (int) (values[Long.numberOfTrailingZeros(left)] >>> k);
      writer.put(ones(ones), ones + 1);
    }
  }

  /** So many ones and a zero. */
  private static long ones(int count) {
    return ((1L << count) - 1) << 1;
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @param words of the lines
   */
  void read(long[] source, int start, int words) {
    Arrays.fill(values, 0);
    int bit = start;
    int lowBits = 0;
    for (int block = 0; block < blocks.length; block++) {
      int count = Long.bitCount(present & blocks[block]);
      if (count != 0) {
        int k = (int) BitFields.get(source, bit, PARAMETER_BITS);
        parameters[block] = k;
        lowBits += count * k;
        bit += PARAMETER_BITS;
      }
    }
    if (bit + lowBits > words * Long.SIZE) {
      throw new CorruptBlockException(
          "the low bits of residuals end at bit %d of %d"
              .formatted(bit + lowBits, words * Long.SIZE));
    }
    for (int block = 0; block < blocks.length; block++) {
      bit = readLowBits(source, bit, block);
    }
    readOnes(source, bit, words);
  }

  private int readLowBits(long[] source, int start, int block) {
    int bit = start;
    int k = parameters[block];
    if (k == 0) {
      return bit;
    }
    if (isFull(block)) {
      int lane = LANES * block;
      long mask = (1L << k) - 1;
      long first = BitFields.get(source, bit, 2 * k);
      long second = BitFields.get(source, bit + 2 * k, 2 * k);
      values[lanes[lane]] = first >>> k;
      values[lanes[lane + 1]] = first & mask;
      values[lanes[lane + 2]] = second >>> k;
      values[lanes[lane + 3]] = second & mask;
      return bit + LANES * k;
    }
    for (long left = blocks[block] & present; left != 0; left &= left - 1) {
      values[Long.numberOfTrailingZeros(left)] = BitFields.get(source, bit, k);
      bit += k;
    }
    return bit;
  }

  private void readOnes(long[] source, int start, int words) {
    int word = start >>> 6;
    // The zeros that end a residual, the first one lowest.
    long zeros = word < words ? Long.reverse(~source[word]) & (-1L << start) : 0;
    int begin = start;
    for (int lane = 0; lane < lanes.length; lane++) {
      int s = lanes[lane];
      if (s == values.length - 1 || ((present >>> s) & 1) == 0) {
        continue;
      }
      while (zeros == 0) {
        if (++word >= words) {
          throw new CorruptBlockException("the residual at bit %d has no end".formatted(begin));
        }
        zeros = Long.reverse(~source[word]);
      }
      int end = (word << 6) + Long.numberOfTrailingZeros(zeros);
      zeros &= zeros - 1;
      values[s] += (long) (end - begin) << parameters[lane / LANES];
      begin = end + 1;
    }
  }
}
