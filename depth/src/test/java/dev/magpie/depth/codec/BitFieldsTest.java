package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
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
        int[] fields = new int[64];
        BitWriter stream = new BitWriter(256);
        stream.padTo(bit);
        for (int s = 0; s < fields.length; s++) {
          fields[s] = random.nextInt() >>> (32 - width);
          stream.write(fields[s], width);
        }
        LineBits lines = new LineBits(64 * WORDS);
        lines.begin().padTo(bit);
        for (int field : fields) {
          lines.writer.write(field, width);
        }
        long[] expected = new long[WORDS + 1];
        assertThat(lines.end(expected)).isTrue();
        long[] words = new long[WORDS + 1];
        BitFields.pack(fields, fields.length, width, words, bit);
        assertThat(words).as("width %d at %d", width, bit).isEqualTo(expected);
        int[] unpacked = new int[64];
        BitFields.unpack(words, bit, unpacked, fields.length, width);
        assertThat(unpacked).isEqualTo(fields);
      }
    }
  }

  @Test
  void packingKeepsWhatIsBefore() {
    long[] words = {-1, -1, -1};
    BitFields.pack(new int[4], 4, 5, words, 70);
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

  @Test
  void whatDoesNotFitTheLinesIsRefused() {
    LineBits lines = new LineBits(128);
    lines.begin().padTo(129);
    assertThat(lines.end(new long[3])).isFalse();
    lines.begin().write(5, 3);
    long[] words = new long[3];
    assertThat(lines.end(words)).isTrue();
    assertThat(words).containsExactly(5L << 61, 0, 0);
    BitReader reader = lines.read(words);
    assertThat(reader.read(3)).isEqualTo(5);
    assertThat(reader.remaining()).isEqualTo(125);
  }
}
