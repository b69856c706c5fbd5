package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link BlockCodec#explain} says, for every registered codec with many settings. */
final class ExplanationTest {
  static Stream<String> specifications() {
    return CodecCases.specifications();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void fieldsJoinedAreTheCodedBits(String specification) {
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      BlockProperty isExplained = block -> BlockCodecContract.explains(codec, block);
      isExplained.holdsFor(samples(codec, specification), specification);
    }
  }

  /**
   * Half of them for a family's default, and for other settings, of which there are many, a few.
   */
  private static List<byte[]> samples(BlockCodec codec, String specification) {
    List<byte[]> all = SampleBlocks.of(codec.blockBytes());
    int step = specification.contains(":") ? 16 : 2;
    return IntStream.iterate(specification.length() % step, at -> at < all.size(), at -> at + step)
        .mapToObj(all::get)
        .toList();
  }

  private static String explain(String specification, int... words) {
    return Codecs.create(specification, new Granularity(32, 8))
        .explain(MemorySegment.ofArray(words), 0)
        .toString();
  }

  @Test
  void namesTheEncodingOfWholeBlocks() {
    assertThat(explain("bdi", 0, 0, 0, 0, 0, 0, 0, 0))
        .isEqualTo("tag 0000  all zeros\nbit 0  words 0 to 3  00000000  = 0x0000000000000000");
    assertThat(explain("bdi", 7, 9, 7, 9, 7, 9, 7, 9))
        .startsWith("tag 0001  one repeated word of 8 bytes\nbit 0  words 0 to 3  ")
        .endsWith("  = 0x0000000900000007");
    assertThat(explain("warped", 1000, 1001, 990, 1000, 1000, 1000, 1000, 1127))
        .startsWith("tag 01  deltas of 8 bits\nbit 0  word 0  ")
        .contains("\nbit 40  word 2  11110110  base -10 = 0x000003de\n");
  }

  @Test
  void namesEntriesOfTheDictionary() {
    int word = 0x12345678;
    assertThat(explain("c-pack", 0, word, word, 0x123456aa, 0x1234beef, 0x77, word, 0))
        .isEqualTo(
            """
            bit 0  pattern  00  a zero word
            bit 2  pattern  01  a word as it is
            bit 4  word 1  00010010001101000101011001111000  = 0x12345678
            bit 36  pattern  10  a word of the dictionary
            bit 38  word 2  0000  entry 0 = 0x12345678
            bit 42  pattern  1110  the upper 3 bytes of a word of the dictionary
            bit 46  entry  0000  which is 0x12345678
            bit 50  word 3  10101010  = 0x123456aa
            bit 58  pattern  1100  the upper 2 bytes of a word of the dictionary
            bit 62  entry  0000  which is 0x12345678
            bit 66  word 4  1011111011101111  = 0x1234beef
            bit 82  pattern  1101  one byte; the others are zero
            bit 86  word 5  01110111  = 0x00000077
            bit 94  pattern  10  a word of the dictionary
            bit 96  word 6  0000  entry 0 = 0x12345678
            bit 100  pattern  00  a zero word\
            """);
  }

  @Test
  void saysWhatEachFieldStandsFor() {
    assertThat(explain("bdi", 1000, 1001, 0, -3, 998, 1005, 0, 7))
        .isEqualTo(
            """
            tag 0101  base of 4 bytes, deltas of 8 bits
            bit 0  base  00000000000000000000001111101000  0x000003e8
            bit 32  mask  11001100  a bit for each word: 1 adds the base, 0 is immediate
            bit 40  word 0  00000000  base +0 = 0x000003e8
            bit 48  word 1  00000001  base +1 = 0x000003e9
            bit 56  word 2  00000000  immediate +0 = 0x00000000
            bit 64  word 3  11111101  immediate -3 = 0xfffffffd
            bit 72  word 4  11111110  base -2 = 0x000003e6
            bit 80  word 5  00000101  base +5 = 0x000003ed
            bit 88  word 6  00000000  immediate +0 = 0x00000000
            bit 96  word 7  00000111  immediate +7 = 0x00000007\
            """);
    assertThat(explain("fpc", 0, 0, 5, 0x12345678, 0x7f0000, 0, 0x55555555, -200))
        .isEqualTo(
            """
            bit 0  prefix  000  a run of zero words
            bit 3  run  001  words 0 to 1 = 0x00000000
            bit 6  prefix  001  4 bits, sign-extended
            bit 9  word 2  0101  = 0x00000005
            bit 13  prefix  111  a word as it is
            bit 16  word 3  00010010001101000101011001111000  = 0x12345678
            bit 48  prefix  100  the upper half; the lower one is zero
            bit 51  word 4  0000000001111111  = 0x007f0000
            bit 67  prefix  000  a run of zero words
            bit 70  run  000  word 5 = 0x00000000
            bit 73  prefix  110  one repeated byte
            bit 76  word 6  01010101  = 0x55555555
            bit 84  prefix  011  16 bits, sign-extended
            bit 87  word 7  1111111100111000  = 0xffffff38\
            """);
    assertThat(explain("bpc", 3, 4, 5, 6, 7, 8, 9, 10))
        .isEqualTo(
            """
            bit 0  prefix  001  word 0 has 4 bits
            bit 3  word 0  0011  = 0x00000003
            bit 7  plane 32  01  zeros, and so are planes below
            bit 9  run  11110  32 planes in all
            bit 14  plane 0  00000  ones: the inverse of the plane above\
            """);
  }

  @Test
  void saysWhichWordDoesNotFit() {
    assertThat(explain("bdi:units=b4", 100000, 1001, 0, -3, -998000, 1005, 0, 7))
        .isEqualTo(
            """
            raw: base of 4 bytes, deltas of 8 bits: word 1 is 0x000003e9, no immediate and too far \
            from the base 0x000186a0
                 base of 4 bytes, deltas of 16 bits: word 4 is 0xfff0c590, no immediate and too far \
            from the base 0x000186a0\
            """);
    assertThat(explain("warped", 100000, 1001, 0, -3, -998000, 1005, 0, 7))
        .isEqualTo("raw: word 1 is 0x000003e9, further from the base 0x000186a0 than 16 bits say");
    assertThat(explain("warped", 100000, 100001, 99999, 132767, 132768, 1005, 0, 7))
        .isEqualTo("raw: word 4 is 0x000206a0, further from the base 0x000186a0 than 16 bits say");
  }

  /** A code has to be a byte shorter than the block, or just shorter. */
  @ParameterizedTest
  @ValueSource(strings = {"e2mc", "sc2", "dfloat11", "tslc-opt"})
  void saysHowLongTheCodeWouldBe(String specification) {
    CodecSpec spec = CodecSpec.parse(specification);
    BlockCodec codec = spec.create(Granularity.DEFAULT, CodecCases.table(spec, 128)).lossless();
    byte[] noise = SampleBlocks.noise(128, new Random(5));
    assertThat(codec.explain(MemorySegment.ofArray(noise), 0).toString())
        .matches("raw: its code has 1[0-9]{3} bits, (more than 1016|and the block 1024)");
  }
}
