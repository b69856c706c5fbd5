package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BitWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bit streams of {@code codec} are the oracle. */
class BitFieldsTest {
  private static final int WORDS = 40;

  @Test
  void packedFieldsAreThoseOfABitStream() {
    Random random = new Random(1);
    for (int width = 1; width <= 31; width++) {
      for (int bit : new int[] {0, 1, 37, 63, 64, 100}) {
        for (int count : new int[] {64, 63, 61, 58, 1, 0}) {
          int from = count % 4;
          int[] fields = new int[from + count];
          BitWriter stream = new BitWriter(256);
          stream.padTo(bit);
          for (int s = from; s < from + count; s++) {
            fields[s] = random.nextInt() >>> (32 - width);
            stream.write(fields[s], width);
          }
          long[] words = new long[WORDS];
          BitFields.pack(fields, from, count, width, words, bit);
          assertThat(words).as("%d of width %d at %d", count, width, bit).isEqualTo(words(stream));
          int[] unpacked = new int[from + count];
          BitFields.unpack(words, bit, unpacked, from, count, width);
          assertThat(unpacked).isEqualTo(fields);
        }
      }
    }
  }

  @Test
  void fieldsOfAllWidthsAreThoseOfABitStream() {
    Random random = new Random(3);
    for (int trial = 0; trial < 2000; trial++) {
      BitWriter stream = new BitWriter(256);
      long[] words = random.longs(WORDS).toArray();
      FieldWriter writer = new FieldWriter(words);
      while (stream.bitCount() < 64 * WORDS - 64) {
        int width = random.nextInt(64);
        long value = random.nextLong() & ((1L << width) - 1);
        stream.write(value, width);
        writer.put(value, width);
        if (stream.bitCount() % 64 != 0 && random.nextInt(9) == 0) {
          int rest = 64 - stream.bitCount() % 64;
          stream.padTo(stream.bitCount() + rest);
          writer.put(0, rest);
        }
      }
      writer.end(WORDS);
      assertThat(words).isEqualTo(words(stream));
    }
  }

  @Test
  void fieldsPutWhereZerosAreAreThoseOfABitStream() {
    Random random = new Random(5);
    for (int trial = 0; trial < 2000; trial++) {
      BitWriter stream = new BitWriter(256);
      long[] words = new long[WORDS + 1];
      while (stream.bitCount() < 64 * WORDS - 64) {
        int width = random.nextInt(64);
        long value = random.nextLong() & ((1L << width) - 1);
        BitFields.or(words, stream.bitCount(), value, width);
        assertThat(BitFields.getAny(words, stream.bitCount(), width)).isEqualTo(value);
        stream.write(value, width);
      }
      assertThat(Arrays.copyOf(words, WORDS)).isEqualTo(words(stream));
    }
  }

  /** The bits of a stream and zeros behind them. */
  private static long[] words(BitWriter stream) {
    long[] words = new long[WORDS];
    ByteBuffer.wrap(Arrays.copyOf(stream.toByteArray(), WORDS * Long.BYTES))
        .asLongBuffer()
        .get(words);
    return words;
  }

  @Test
  void packingKeepsWhatIsBefore() {
    long[] words = {-1, -1, -1};
    BitFields.pack(new int[4], 0, 4, 5, words, 70);
    assertThat(words).containsExactly(-1, 0b111111L << 58, -1);
  }

  @Test
  void oneFieldIsPutBetweenTheOthers() {
    Random random = new Random(2);
    for (int trial = 0; trial < 10_000; trial++) {
      long[] words = random.longs(4).toArray();
      long[] before = words.clone();
      int width = 1 + random.nextInt(64);
      int bit = random.nextInt(192 - width);
      long value = random.nextLong();
      BitFields.put(words, bit, value, width);
      assertThat(BitFields.get(words, bit, width)).isEqualTo(value & (-1L >>> (64 - width)));
      assertThat(BitFields.getSigned(words, bit, width))
          .isEqualTo(value << (64 - width) >> (64 - width));
      BitFields.put(words, bit, BitFields.get(before, bit, width), width);
      assertThat(words).isEqualTo(before);
    }
  }
}
