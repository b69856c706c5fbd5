package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases worked by hand, and each scalar codec's size against a plain reading of its definition. */
final class CodecDefinitionsTest {

  /** A 128-byte block that starts with some words; the others are zero. */
  private static MemorySegment block(int... words) {
    ByteBuffer block = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
    for (int word : words) {
      block.putInt(word);
    }
    return MemorySegment.ofArray(block.array());
  }

  private static int[] words(byte[] block) {
    int[] words = new int[block.length / 4];
    ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  private static BlockCodec codec(String specification) {
    return Codecs.create(specification, Granularity.DEFAULT);
  }

  private static int size(String specification, MemorySegment block) {
    return codec(specification).sizeBits(block, 0);
  }

  /** Decodes fields given as value, width, value, width and so on. */
  private static int[] decode(String specification, long... fields) {
    BitWriter coded = new BitWriter(0);
    for (int field = 0; field < fields.length; field += 2) {
      coded.write(fields[field], (int) fields[field + 1]);
    }
    byte[] block = new byte[128];
    codec(specification).decode(new BitReader(coded), 0, MemorySegment.ofArray(block), 0);
    return words(block);
  }

  private static void assertCorrupt(String specification, long... fields) {
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> decode(specification, fields));
  }

  /** The definition, in any way that is not the codec's own, on every sample block. */
  private static void assertSizes(
      String specification, List<Integer> blockSizes, ToIntFunction<int[]> definition) {
    for (int blockBytes : blockSizes) {
      BlockCodec codec = Codecs.create(specification, new Granularity(blockBytes, 32));
      BlockProperty sizeIsDefined =
          block ->
              assertThat(codec.sizeBits(MemorySegment.ofArray(block), 0))
                  .isEqualTo(definition.applyAsInt(words(block)));
      sizeIsDefined.holdsFor(SampleBlocks.of(blockBytes), specification);
    }
  }

  /**
   * Three zeros 6 | 5 and -3: 7 + 7 | 100 and -100: 11 + 11 | 30000, -30000, 0x12340000, 0x00120034
   * and 0xfff0000f: 19 each | 0xabababab: 11 | 0xdeadbeef: 35 | 18 zeros in runs of 8, 8 and 2: 18.
   */
  @Test
  void fpc_everyPattern() {
    MemorySegment block =
        block(
            0,
            0,
            0,
            5,
            -3,
            100,
            -100,
            30000,
            -30000,
            0x12340000,
            0x00120034,
            0xfff0000f,
            0xabababab,
            0xdeadbeef);
    assertThat(size("fpc", block)).isEqualTo(6 + 14 + 22 + 5 * 19 + 11 + 35 + 18).isEqualTo(201);
  }

  @Test
  void fpc_sizesAsDefined() {
    assertSizes("fpc", CodecCases.BLOCK_SIZES, CodecDefinitionsTest::fpcBits);
  }

  private static int fpcBits(int[] words) {
    int bits = 0;
    int run = 0;
    for (int word : words) {
      run = word == 0 ? run % 8 + 1 : 0;
      int high = (short) (word >> 16);
      int low = (short) word;
      if (word == 0) {
        bits += run == 1 ? 6 : 0;
      } else if (word >= -8 && word <= 7) {
        bits += 7;
      } else if ((word >= -128 && word <= 127) || word == (word & 0xff) * 0x01010101) {
        bits += 11;
      } else if ((word >= -32768 && word <= 32767) || low == 0) {
        bits += 19;
      } else {
        bits += high >= -128 && high <= 127 && low >= -128 && low <= 127 ? 19 : 35;
      }
    }
    return bits;
  }

  @Test
  void fpc_aRunStaysInItsBlock() {
    assertThat(decode("fpc", 7, 6, 7, 6, 7, 6, 7, 6)).containsOnly(0);
    assertCorrupt("fpc", 7, 6, 7, 6, 7, 6, 6, 6, 1, 6);
  }

  /**
   * 0: 2 | 0x41: 12 | 0xaabbccdd: 34 | again: 6 | 0xaabbcc11, three bytes alike: 16 | 0xaabb2233,
   * two alike: 24 | 0xaabb2244, three like the one before: 16 | 0xbeef: 34 | 24 zeros: 48.
   */
  @Test
  void cPack_everyPattern() {
    MemorySegment block =
        block(0, 0x41, 0xaabbccdd, 0xaabbccdd, 0xaabbcc11, 0xaabb2233, 0xaabb2244, 0xbeef);
    assertThat(size("c-pack", block)).isEqualTo(2 + 12 + 34 + 6 + 16 + 24 + 16 + 34 + 48);
    // Only misses are pushed, so 0xaabb2244 finds no more than two bytes alike.
    assertThat(size("c-pack:push=miss", block)).isEqualTo(192 + 8);
    // Besides, 0xbeef shares two bytes with an entry that starts as zero.
    assertThat(size("c-pack:variant=gpu", block)).isEqualTo(192 + 8 - 10);
  }

  @ParameterizedTest
  @CsvSource({
    "c-pack, all, false, 16",
    "c-pack:push=nonfull, nonfull, false, 16",
    "c-pack:push=miss, miss, false, 16",
    "c-pack:variant=gpu, miss, true, 16",
    "c-pack:entries=32, all, false, 32",
    "'c-pack:push=miss,entries=32', miss, false, 32",
    "'c-pack:variant=gpu,entries=32', miss, true, 32"
  })
  void cPack_sizesAsDefined(String specification, String push, boolean zeros, int entries) {
    assertSizes(
        specification, CodecCases.BLOCK_SIZES, words -> cPackBits(words, push, zeros, entries));
  }

  /** With a ring that is copied and shifted word by word. */
  private static int cPackBits(int[] words, String push, boolean zeros, int entries) {
    List<Integer> ring = new ArrayList<>();
    if (zeros) {
      ring.addAll(Collections.nCopies(entries, 0));
    }
    int index = Integer.numberOfTrailingZeros(entries);
    int bits = 0;
    for (int word : words) {
      if ((word & ~0xff) == 0) {
        bits += word == 0 ? 2 : 12;
        continue;
      }
      boolean full = ring.contains(word);
      boolean any = ring.stream().anyMatch(entry -> entry >>> 16 == word >>> 16);
      boolean most = ring.stream().anyMatch(entry -> entry >>> 8 == word >>> 8);
      bits += full ? 2 + index : most ? 12 + index : any ? 20 + index : 34;
      if (push.equals("all") || (push.equals("nonfull") && !full) || !any) {
        ring.add(word);
        if (ring.size() > entries) {
          ring.removeFirst();
        }
      }
    }
    return bits;
  }

  @Test
  void cPack_entriesMustBeFilled() {
    assertCorrupt("c-pack", 0b10, 2, 0, 4);
    assertCorrupt("c-pack", 0b01, 2, 0x1234, 32, 0b10, 2, 1, 4);
    assertCorrupt("c-pack", 0b1100, 4, 3, 4, 0, 16);
    assertCorrupt("c-pack", 0b1111, 4);
    assertThat(decode("c-pack:variant=gpu", 0b1100, 4, 3, 4, 0xbeef, 16, 0, 56, 0, 8)[0])
        .isEqualTo(0xbeef);
  }

  @Test
  void zvc_twoWordsOfThirtyTwo() {
    int[] words = new int[32];
    words[3] = 0x11223344;
    words[17] = 0x11223344;
    assertThat(size("zvc", block(words))).isEqualTo(32 + 2 * 32);
    assertThat(size("zvc:word=2", block(words))).isEqualTo(64 + 4 * 16);
  }

  /** The base 7: 7 | planes 32 to 11: 7 | 10, a single one: 10 | 9, zero before the xor: 5 | 7. */
  @Test
  void bpc_oneStep() {
    int[] words = new int[32];
    Arrays.fill(words, 0, 16, 7);
    Arrays.fill(words, 16, 32, 1031);
    assertThat(size("bpc", block(words))).isEqualTo(7 + 7 + 10 + 5 + 7).isEqualTo(36);
  }

  /** A base of 0, a plane with ones at a position, and 32 of zeros. */
  @ParameterizedTest
  @CsvSource({
    "32, 3, 6", "32, 2, 5", "64, 3, 14", "64, 2, 13",
    "128, 3, 30", "128, 2, 29", "256, 3, 62", "256, 2, 61"
  })
  void bpc_positionsAreThoseOfDifferences(int blockBytes, int pattern, int last) {
    BlockCodec codec = Codecs.create("bpc", new Granularity(blockBytes, 32));
    int positionBits = Integer.numberOfTrailingZeros(blockBytes / 4);
    for (int position = 0; position < 1 << positionBits; position++) {
      BitWriter coded = new BitWriter(0);
      coded.write(0, 3);
      coded.write(pattern, 5);
      coded.write(position, positionBits);
      coded.write(0b0111110, 7);
      BitReader in = new BitReader(coded);
      MemorySegment block = MemorySegment.ofArray(new byte[blockBytes]);
      if (position <= last) {
        codec.decode(in, 0, block, 0);
      } else {
        assertThatExceptionOfType(CorruptBlockException.class)
            .isThrownBy(() -> codec.decode(in, 0, block, 0));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"signed", "unsigned"})
  void bpc_sizesAsDefined(String deltas) {
    assertSizes(
        "bpc:deltas=" + deltas,
        CodecCases.BLOCK_SIZES,
        words -> bpcBits(words, deltas.equals("signed")));
  }

  /** Bit by bit. */
  private static int bpcBits(int[] words, boolean signed) {
    int m = words.length - 1;
    String above = "0".repeat(m);
    int base = words[0];
    int bits =
        base == 0
            ? 3
            : base == (base << 28 >> 28)
                ? 7
                : base == (byte) base ? 11 : base == (short) base ? 19 : 33;
    int zeros = 0;
    for (int plane = 32; plane >= 0; plane--) {
      StringBuilder before = new StringBuilder();
      StringBuilder coded = new StringBuilder();
      for (int i = 0; i < m; i++) {
        long from = signed ? words[i] : Integer.toUnsignedLong(words[i]);
        long to = signed ? words[i + 1] : Integer.toUnsignedLong(words[i + 1]);
        long bit = ((to - from) >> plane) & 1;
        before.append(bit);
        coded.append(bit ^ (above.charAt(i) - '0'));
      }
      above = before.toString();
      String pattern = coded.toString().replaceAll("^0+|0+$", "");
      if (pattern.isEmpty()) {
        zeros++;
        bits += zeros == 1 ? 3 : zeros == 2 ? 4 : 0;
        continue;
      }
      zeros = 0;
      if (coded.indexOf("0") < 0 || above.indexOf('1') < 0) {
        bits += 5;
      } else if (pattern.equals("1") || pattern.equals("11")) {
        bits += 5 + Integer.numberOfTrailingZeros(words.length);
      } else {
        bits += 1 + m;
      }
    }
    return bits;
  }

  @Test
  void bpc_planesStayInTheirBlock() {
    assertThat(decode("bpc", 0, 3, 0b01, 2, 31, 5)).containsOnly(0);
    // 31 zero planes, and 3 more of which 2 are left.
    assertCorrupt("bpc", 0, 3, 0b01, 2, 29, 5, 0b01, 2, 1, 5);
    // A single one at bit 31 of 31, and two at 30 and 31.
    assertCorrupt("bpc", 0, 3, 0b00011, 5, 31, 5);
    assertCorrupt("bpc", 0, 3, 0b00010, 5, 30, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 31})
  void mpc_sizesAsDefined(int dimension) {
    assertSizes("mpc:dim=" + dimension, List.of(128, 256), words -> mpcBits(words, dimension));
  }

  /** Each stage over the whole chunk. */
  private static int mpcBits(int[] words, int dimension) {
    int[] residuals = words.clone();
    for (int i = words.length - 1; i >= dimension; i--) {
      residuals[i] -= residuals[i - dimension];
    }
    int[] turned = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      for (int bit = 0; bit < 32; bit++) {
        turned[(i & ~31) | bit] |= ((residuals[i] >>> bit) & 1) << (i & 31);
      }
    }
    int nonZero = 0;
    for (int i = 0; i < turned.length; i++) {
      nonZero += turned[i] == (i == 0 ? 0 : turned[i - 1]) ? 0 : 1;
    }
    return words.length + 32 * nonZero;
  }

  /** Two words of 32 bytes whose difference folds to one less than the number coded. */
  @ParameterizedTest
  @CsvSource({
    "1, 2",
    "2, 3",
    "3, 4",
    "4, 4",
    "5, 5",
    "7, 5",
    "8, 6",
    "12, 6",
    "13, 7",
    "20, 7",
    "21, 8",
    "2971215072, 46",
    "2971215073, 47",
    "4294967295, 47",
    "4294967296, 47"
  })
  void fibonacci_codeLengths(long number, int length) {
    int folded = (int) (number - 1);
    int difference = (folded >>> 1) ^ -(folded & 1);
    // Positive floats are their bits with the highest one set; all other differences are 0.
    int first = Integer.MIN_VALUE;
    int second = first + difference;
    int[] words = new int[32];
    Arrays.fill(words, unordered(second));
    words[0] = unordered(first);
    assertThat(size("fibonacci", block(words))).isEqualTo(32 + length + 30 * 2);
  }

  private static int unordered(int value) {
    return value < 0 ? value ^ Integer.MIN_VALUE : ~value;
  }

  @Test
  void fibonacci_codesMustEnd() {
    assertCorrupt("fibonacci", 0, 32, 0, 56, 0, 56);
    // Ones at every other place sum to more than any difference.
    assertCorrupt("fibonacci", 0, 32, 0xaaaa_aaaa_aaaaL, 48, 0b11, 2);
  }

  /** Sizes in bytes from the BDI paper with the mask counted, times eight. */
  @ParameterizedTest
  @CsvSource({
    "32,  8 64 100 104 132 160 168 196",
    "64,  8 64 136 176 200 304 328",
    "128, 8 64 208 320 336 576 592",
    "256, 8 64 352 608 1120 1168"
  })
  void bdi_sizes(int blockBytes, String sizes) {
    List<Integer> expected = Arrays.stream(sizes.split(" ")).map(Integer::valueOf).toList();
    assertThat(Codecs.create("bdi", new Granularity(blockBytes, 32)).staticSizes())
        .isEqualTo(expected);
  }

  @Test
  void sizesOfUnitsAndDeltasAreKnownBeforehand() {
    assertThat(Codecs.create("warped", new Granularity(32, 32)).staticSizes())
        .containsExactly(32, 32 + 7 * 8, 32 + 7 * 16);
    assertThat(Codecs.create("mag-bdi", new Granularity(128, 32)).staticSizes())
        .containsExactly(8 * 32, 8 * 64, 8 * 96);
  }
}
