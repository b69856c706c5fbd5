package dev.magpie.codec.residual;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Fibonacci codes of the differences of neighbouring floats.
 *
 * <p>Floats are mapped to integers of the same order. The first is stored as it is; each other one
 * as its difference from its predecessor, folded so that small negative ones are small, plus one,
 * as the Fibonacci numbers that sum to it: a bit each, the smallest first, never two ones in
 * succession, so that one more 1 ends the code.
 *
 * <p>Pool, Lastra and Singh describe buffers with a predictor over tiles; predicting from the word
 * before is our choice.
 */
public final class Fibonacci implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "fibonacci",
          "Fibonacci-coded residuals",
          "Pool, Lastra and Singh, I3D 2012; prediction from the previous word is our choice",
          Latency.UNPUBLISHED,
          32,
          List.of(),
          (_, granularity) -> new Fibonacci(granularity.blockBytes()));

  /** Folded residuals plus one reach 2^32. */
  private static final long LARGEST = 1L << 32;

  /** 1, 2, 3, 5, 8 and so on, one beyond what sums need. */
  private static final long[] NUMBERS = numbers();

  /** The first Fibonacci number of at least this many bits. */
  private static final byte[] FIRST_OF_BITS = firstOfBits();

  private final int blockBytes;

  private Fibonacci(int blockBytes) {
    this.blockBytes = blockBytes;
  }

  private static long[] numbers() {
    long[] numbers = new long[48];
    numbers[0] = 1;
    numbers[1] = 2;
    for (int index = 2; index < numbers.length; index++) {
      numbers[index] = numbers[index - 1] + numbers[index - 2];
    }
    return numbers;
  }

  private static byte[] firstOfBits() {
    byte[] first = new byte[34];
    for (int bits = 1; bits < first.length; bits++) {
      while (NUMBERS[first[bits]] < 1L << (bits - 1)) {
        first[bits]++;
      }
    }
    return first;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public boolean sizesCheaply() {
    return true;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int previous = ordered(BlockWords.getInt(memory, offset));
    int bits = 32;
    for (int position = Integer.BYTES; position < blockBytes; position += Integer.BYTES) {
      int value = ordered(BlockWords.getInt(memory, offset + position));
      bits += 2 + largestIn(folded(value - previous));
      previous = value;
    }
    return bits;
  }

  /** A float's bits as an unsigned number of the same order. */
  private static int ordered(int word) {
    return word ^ ((word >> 31) | Integer.MIN_VALUE);
  }

  private static int unordered(int value) {
    return value ^ ((~value >> 31) | Integer.MIN_VALUE);
  }

  /** A difference as a positive number: 0, -1, 1, -2 become 1, 2, 3, 4. */
  private static long folded(int difference) {
    return 1 + Integer.toUnsignedLong((difference << 1) ^ (difference >> 31));
  }

  private static int unfolded(long folded) {
    int zigzag = (int) (folded - 1);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  /** Index of the largest Fibonacci number in the sum that makes a value. */
  private static int largestIn(long value) {
    // At most two of the numbers have the same length in bits.
    int index = FIRST_OF_BITS[Long.SIZE - Long.numberOfLeadingZeros(value)];
    return index - 1 + (NUMBERS[index] <= value ? 1 : 0) + (NUMBERS[index + 1] <= value ? 1 : 0);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int previous = ordered(BlockWords.getInt(memory, offset));
    out.write(previous, 32);
    for (int position = Integer.BYTES; position < blockBytes; position += Integer.BYTES) {
      int value = ordered(BlockWords.getInt(memory, offset + position));
      write(folded(value - previous), out);
      previous = value;
    }
    return 0;
  }

  private static void write(long value, BitWriter out) {
    int largest = largestIn(value);
    long code = 1;
    for (long rest = value; rest != 0; ) {
      int index = largestIn(rest);
      rest -= NUMBERS[index];
      code |= 2L << (largest - index);
    }
    out.write(code, 2 + largest);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int value = (int) in.read(32);
    BlockWords.setInt(memory, offset, unordered(value));
    for (int position = Integer.BYTES; position < blockBytes; position += Integer.BYTES) {
      value += unfolded(read(in));
      BlockWords.setInt(memory, offset + position, unordered(value));
    }
  }

  private static long read(BitReader in) {
    int window = 56;
    long code = in.peek(window) << (Long.SIZE - window);
    int largest = Long.numberOfLeadingZeros(code & (code << 1));
    if (largest + 1 >= NUMBERS.length) {
      throw new CorruptBlockException("no Fibonacci code ends where it has to");
    }
    in.skip(2 + largest);
    long value = 0;
    for (long rest = code >>> (Long.SIZE - 1 - largest); rest != 0; rest &= rest - 1) {
      value += NUMBERS[largest - Long.numberOfTrailingZeros(rest)];
    }
    if (value > LARGEST) {
      throw new CorruptBlockException("a Fibonacci code exceeds the largest difference");
    }
    return value;
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int value =
        (int)
            in.field(
                "word 0",
                32,
                word ->
                    "numbered as floats are ordered, = "
                        + FieldReader.hex(unordered((int) word), 4));
    for (int word = 1; word < blockBytes / Integer.BYTES; word++) {
      int previous = value;
      value +=
          unfolded(
              in.field(
                  "word " + word,
                  Fibonacci::read,
                  folded ->
                      "Fibonacci code of %d: predecessor %+d = %s"
                          .formatted(
                              folded,
                              unfolded(folded),
                              FieldReader.hex(unordered(previous + unfolded(folded)), 4))));
    }
  }
}
