package dev.magpie.codec.bitplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** BPC's bits against a plain encoder that goes plane by plane, as the paper's Table III has it. */
class BpcCodesTest {
  private static final int WORDS = 32;
  private static final int WIDTH = WORDS - 1;
  private static final long ONES = (1L << WIDTH) - 1;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<String, Integer> kinds = new TreeMap<>();

  /** Steady words, some of which are out of line, and noise of some bits on all of them. */
  private int[] words() {
    int[] words = new int[WORDS];
    int step = random.nextInt(3) == 0 ? random.nextInt() >>> random.nextInt(32) : 0;
    int noise = random.nextInt(4) == 0 ? 0 : random.nextInt(33);
    int start = random.nextInt(4) == 0 ? 0 : random.nextInt() >> random.nextInt(32);
    for (int i = 0; i < WORDS; i++) {
      words[i] = start + i * step + (noise == 0 ? 0 : random.nextInt() >>> (32 - noise));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(WORDS);
      int by = random.nextBoolean() ? 1 << random.nextInt(32) : random.nextInt();
      int until = random.nextBoolean() ? at + 1 : random.nextInt(at, WORDS) + 1;
      for (int j = at; j < until; j++) {
        words[j] += by;
      }
    }
    return words;
  }

  private void encodeBase(int base, BitWriter out) {
    for (int form = 0; form < 4; form++) {
      int bits = form == 0 ? 0 : 2 << form;
      if (base == (bits == 0 ? 0 : base << (32 - bits) >> (32 - bits))) {
        out.write(form, 3);
        out.write(base, bits);
        return;
      }
    }
    out.write(1, 1);
    out.write(base, 32);
  }

  private void encode(int[] words, BitWriter out) {
    encodeBase(words[0], out);
    long above = 0;
    int zeros = 0;
    for (int k = 32; k >= 0; k--) {
      long plane = 0;
      for (int i = 0; i < WIDTH; i++) {
        long delta = (long) words[i + 1] - words[i];
        plane |= (delta >>> k & 1) << i;
      }
      long xored = plane ^ above;
      above = plane;
      if (xored == 0) {
        zeros++;
        continue;
      }
      encodeZeros(zeros, out);
      zeros = 0;
      encode(xored, plane, out);
    }
    encodeZeros(zeros, out);
  }

  private void encodeZeros(int zeros, BitWriter out) {
    if (zeros == 1) {
      note("single zero", 0b001, 3, out);
    } else if (zeros > 1) {
      note("zeros", 0b01, 2, out);
      out.write(zeros - 2, 5);
    }
  }

  private void encode(long xored, long plane, BitWriter out) {
    int lowest = Long.numberOfTrailingZeros(xored);
    if (xored == ONES) {
      note("ones", 0, 5, out);
    } else if (plane == 0) {
      note("zero before", 1, 5, out);
    } else if (xored == 3L << lowest) {
      note("two", 2, 5, out);
      out.write(lowest, 5);
    } else if (xored == 1L << lowest) {
      note("one", 3, 5, out);
      out.write(lowest, 5);
    } else {
      note("as it is", 1, 1, out);
      out.write(xored, WIDTH);
    }
  }

  private void note(String kind, int code, int bits, BitWriter out) {
    kinds.merge(kind, 1, Integer::sum);
    out.write(code, bits);
  }

  @Test
  void everyBitIsAsDefined() {
    BlockCodec codec = Codecs.create("bpc", Granularity.DEFAULT);
    MemorySegment memory = MemorySegment.ofArray(new byte[128]);
    BitWriter out = new BitWriter(0);
    BitWriter expected = new BitWriter(0);
    for (int round = 0; round < 20_000; round++) {
      int[] words = words();
      MemorySegment.copy(words, 0, memory, INT, 0, WORDS);
      out.reset();
      expected.reset();
      // Codes begin at any bit.
      out.write(0x55, round & 7);
      expected.write(0x55, round & 7);
      encode(words, expected);
      assertThat(codec.encode(memory, 0, out)).isZero();
      assertThat(out.bitCount()).as(Arrays.toString(words)).isEqualTo(expected.bitCount());
      assertThat(out.toByteArray()).as(Arrays.toString(words)).isEqualTo(expected.toByteArray());
    }
    assertThat(kinds).hasSize(7);
    assertThat(kinds.values()).as(kinds.toString()).allMatch(count -> count > 200);
  }
}
