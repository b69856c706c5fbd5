package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link BitWriter} and {@link BitReader} against a big integer that holds the same bits. */
final class BitStreamTest {
  private static final int WIDEST = 56;

  /** All bits so far, and how many. */
  private static final class Oracle {
    private BigInteger bits = BigInteger.ZERO;
    private int count;

    void write(long value, int width) {
      BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
      bits = bits.shiftLeft(width).or(BigInteger.valueOf(value).and(mask));
      count += width;
    }

    long read(int position, int width) {
      BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
      return bits.shiftRight(count - position - width).and(mask).longValueExact();
    }

    byte[] toByteArray() {
      int length = (count + 7) / 8;
      byte[] padded = new byte[length];
      byte[] number = bits.shiftLeft(8 * length - count).toByteArray();
      int copied = Math.min(length, number.length);
      System.arraycopy(number, number.length - copied, padded, length - copied, copied);
      return padded;
    }
  }

  @Test
  void everyWidthAtEveryAlignment() {
    for (int before = 0; before < 8; before++) {
      for (int width = 0; width <= WIDEST; width++) {
        for (long value : new long[] {0, -1, 0x5aa5_1234_89ab_cdefL, Long.MIN_VALUE, 1}) {
          Oracle oracle = new Oracle();
          BitWriter writer = new BitWriter(0);
          for (int part : new int[] {before, width, 3}) {
            oracle.write(value, part);
            writer.write(value, part);
          }
          assertThat(writer.bitCount()).isEqualTo(oracle.count);
          assertThat(writer.toByteArray()).isEqualTo(oracle.toByteArray());

          BitReader reader = new BitReader(writer);
          reader.skip(before);
          assertThat(reader.peek(width)).isEqualTo(oracle.read(before, width));
          assertThat(reader.read(width)).isEqualTo(oracle.read(before, width));
          assertThat(reader.remaining()).isEqualTo(3);
        }
      }
    }
  }

  /** From the last to the first, behind bits and before others. */
  @Test
  void manyAtOnce() {
    Random random = new Random(2);
    for (int round = 0; round < 2000; round++) {
      int count = random.nextInt(20);
      long[] values = new long[count];
      long[] widths = new long[count];
      int before = random.nextInt(60);
      Oracle oracle = new Oracle();
      BitWriter writer = new BitWriter(0);
      writer.write(round, before);
      oracle.write(round, before);
      for (int i = count - 1; i >= 0; i--) {
        int width = random.nextInt(3) == 0 ? 64 * random.nextInt(2) : random.nextInt(65);
        long value = random.nextLong();
        oracle.write(value, width);
        widths[i] = width;
        values[i] = width == 0 ? 0 : value << (64 - width);
      }
      writer.write(values, widths, count);
      assertThat(writer.bitCount()).isEqualTo(oracle.count);
      writer.write(5, 3);
      oracle.write(5, 3);
      assertThat(writer.toByteArray()).isEqualTo(oracle.toByteArray());
    }
  }

  @Test
  void wholeWords() {
    Random random = new Random(3);
    for (int round = 0; round < 2000; round++) {
      int[] words = random.ints(random.nextInt(40)).toArray();
      int count = random.nextInt(words.length + 1);
      int before = random.nextInt(60);
      Oracle oracle = new Oracle();
      BitWriter writer = new BitWriter(0);
      writer.write(round, before);
      oracle.write(round, before);
      for (int i = 0; i < count; i++) {
        oracle.write(words[i], 32);
      }
      writer.write(words, count);
      assertThat(writer.bitCount()).isEqualTo(oracle.count);
      writer.write(5, 3);
      oracle.write(5, 3);
      assertThat(writer.toByteArray()).isEqualTo(oracle.toByteArray());
    }
  }

  @Test
  void randomSequences() {
    Random random = new Random(1);
    BitWriter writer = new BitWriter(0);
    BitReader reader = new BitReader();
    for (int round = 0; round < 300; round++) {
      Oracle oracle = new Oracle();
      writer.reset();
      int[] widths = random.ints(random.nextInt(60), 0, WIDEST + 1).toArray();
      for (int width : widths) {
        long value = random.nextLong();
        oracle.write(value, width);
        writer.write(value, width);
        assertThat(writer.bitCount()).isEqualTo(oracle.count);
        assertThat(writer.byteCount()).isEqualTo((oracle.count + 7) / 8);
      }
      byte[] bytes = writer.toByteArray();
      assertThat(bytes).isEqualTo(oracle.toByteArray());

      byte[] shifted = new byte[bytes.length + 3];
      writer.copyTo(MemorySegment.ofArray(shifted), 3);
      reader.load(MemorySegment.ofArray(shifted), 3, oracle.count);
      int position = 0;
      for (int width : widths) {
        assertThat(reader.position()).isEqualTo(position);
        assertThat(reader.read(width)).isEqualTo(oracle.read(position, width));
        position += width;
      }
      assertThat(reader.remaining()).isZero();
    }
  }

  @Test
  void readsSignedNumbers() {
    for (int width = 1; width <= WIDEST; width++) {
      long least = -1L << (width - 1);
      BitWriter writer = new BitWriter(32);
      writer.write(least, width);
      writer.write(-1 - least, width);
      writer.write(-1, width);
      BitReader reader = new BitReader(writer);
      assertThat(reader.readSigned(width)).isEqualTo(least);
      assertThat(reader.readSigned(width)).isEqualTo(-1 - least);
      assertThat(reader.readSigned(width)).isEqualTo(-1);
    }
  }

  @Test
  void theEndIsKept() {
    BitWriter writer = new BitWriter(8);
    writer.write(0b11111, 5);
    BitReader reader = new BitReader(writer);
    assertThat(reader.peek(8)).as("zeros behind the end").isEqualTo(0b11111000);
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> reader.read(6))
        .withMessage("the coded block ends at bit 5, and bit 6 is needed");
    assertThat(reader.read(5)).isEqualTo(0b11111);
    assertThat(reader.peek(WIDEST)).isZero();
    assertThat(reader.read(0)).isZero();
    assertThatExceptionOfType(CorruptBlockException.class).isThrownBy(() -> reader.skip(1));
  }

  /** A reader reused for a shorter stream must not see the longer one that it held before. */
  @Test
  void bitsOfAnEarlierStreamAreHidden() {
    BitReader reader = new BitReader();
    byte[] ones = {-1, -1, -1, -1};
    reader.load(MemorySegment.ofArray(ones), 0, 32);
    reader.load(MemorySegment.ofArray(ones), 1, 3);
    assertThat(reader.peek(16)).isEqualTo(0b111L << 13);
  }

  @Test
  void theSourceMustHoldTheBits() {
    BitReader reader = new BitReader();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> reader.load(MemorySegment.ofArray(new byte[2]), 0, 17));
  }

  @Test
  void writingOnDoesNotDisturbReaders() {
    BitWriter writer = new BitWriter(4);
    writer.write(0x155, 9);
    BitReader reader = new BitReader(writer);
    writer.reset();
    writer.write(0, 9);
    assertThat(reader.read(9)).isEqualTo(0x155);
  }

  @Test
  void padsWithZeros() {
    for (int bits = 5; bits < 200; bits++) {
      BitWriter writer = new BitWriter(1);
      writer.write(0b11111, 5);
      writer.padTo(bits);
      assertThat(writer.bitCount()).isEqualTo(bits);
      writer.write(1, 1);
      assertThat(new BigInteger(1, writer.toByteArray()).bitCount()).isEqualTo(6);
    }
    BitWriter writer = new BitWriter(1);
    writer.write(1, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.padTo(1))
        .withMessage("2 bits cannot be padded to 1");
  }

  @Test
  void bitsAreOverwrittenInPlace() {
    for (int position = 0; position <= 40; position++) {
      for (int width = 0; width <= 9 && position + width <= 45; width++) {
        BitWriter written = new BitWriter(8);
        BitWriter whole = new BitWriter(8);
        written.write(0x1234_5678_9abcL & ((1L << 45) - 1), 45);
        long mask = ((1L << width) - 1) << (45 - width - position);
        whole.write((0x1234_5678_9abcL & ((1L << 45) - 1) & ~mask) | (0x155555L & mask), 45);
        written.overwrite(position, (0x155555L & mask) >>> (45 - width - position), width);
        written.write(0b101, 3);
        whole.write(0b101, 3);
        assertThat(written.toByteArray()).isEqualTo(whole.toByteArray());
      }
    }
  }

  @Test
  void bitsAheadAreSeen_andThoseAppendedFollow() {
    byte[] bytes = new byte[40];
    new Random(3).nextBytes(bytes);
    BigInteger all = new BigInteger(1, bytes);
    MemorySegment source = MemorySegment.ofArray(bytes);
    for (int cut = 0; cut <= bytes.length; cut++) {
      BitReader reader = new BitReader();
      reader.load(source, 0, 8 * cut);
      reader.append(source, cut, 8 * (bytes.length - cut));
      assertThat(reader.remaining()).isEqualTo(320);
      for (int position = 0; position + WIDEST < 320; position++) {
        long expected = all.shiftRight(320 - position - WIDEST).longValue() & ((1L << WIDEST) - 1);
        int ahead = position - reader.position();
        assertThat(reader.peekAhead(ahead) >>> (64 - WIDEST)).isEqualTo(expected);
        if (position % 3 == 0) {
          reader.skip(ahead);
          assertThat(reader.peek(WIDEST)).isEqualTo(expected);
        }
      }
      assertThat(reader.peekAhead(1000)).isZero();
    }
    BitReader odd = new BitReader();
    odd.load(source, 0, 13);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> odd.append(source, 2, 8));
  }
}
