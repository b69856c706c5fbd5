package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Codecs of exponents: blocks worked by hand, and sizes against a plain reading of what they do.
 */
final class ExponentCodecsTest {
  private static final Granularity SMALL = new Granularity(32, 8);

  /** 16 bf16 of 32 bytes: 1, 1, -2.5, 0, and ones. */
  private static final MemorySegment BLOCK = block(0x3f80, 0x3f80, 0xc020, 0);

  /** Its signs and mantissas. */
  private static final String RESTS = "00 00 a0 00 00 00 00 00 00 00 00 00 00 00 00 00";

  /** The exponents that it has. */
  private static final CodecTable.Field EXPONENTS = field("exponent", 8, 127, 14, 0, 1, 128, 1);

  /** A block of 32 bytes that starts with some bf16; the others are 1. */
  private static MemorySegment block(int... floats) {
    ByteBuffer block = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    for (int each : floats) {
      block.putShort((short) each);
    }
    while (block.hasRemaining()) {
      block.putShort((short) 0x3f80);
    }
    return MemorySegment.ofArray(block.array());
  }

  private static BlockCodec codec(String specification, Granularity granularity) {
    return Codecs.create(specification, granularity);
  }

  private static void assertStream(
      BlockCodec codec, MemorySegment block, int tag, int bits, String hex) {
    BitWriter coded = new BitWriter(32);
    assertThat(codec.encode(block, 0, coded)).isEqualTo(tag);
    assertThat(coded.bitCount()).isEqualTo(bits).isEqualTo(codec.sizeBits(block, 0));
    assertThat(HexFormat.of().formatHex(coded.toByteArray())).isEqualTo(hex.replace(" ", ""));
    assertThat(decode(codec, tag, bits, hex)).isEqualTo(block.toArray(ValueLayout.JAVA_BYTE));
  }

  private static byte[] decode(BlockCodec codec, int tag, int bits, String hex) {
    BitReader reader = new BitReader();
    reader.load(MemorySegment.ofArray(HexFormat.of().parseHex(hex.replace(" ", ""))), 0, bits);
    byte[] block = new byte[codec.blockBytes()];
    codec.decode(reader, tag, MemorySegment.ofArray(block), 0);
    return block;
  }

  private static void assertCorrupt(
      BlockCodec codec, int tag, int bits, String hex, String message) {
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> decode(codec, tag, bits, hex))
        .withMessage(message);
  }

  /** What a definition says of the exponents of a block, by type, on every sample. */
  private static void assertSizes(
      String specification, String type, ToIntFunction<int[]> definition) {
    for (int blockBytes : CodecCases.BLOCK_SIZES) {
      BlockCodec codec = codec(specification, new Granularity(blockBytes, 32));
      BlockProperty sizeIsDefined =
          block ->
              assertThat(codec.sizeBits(MemorySegment.ofArray(block), 0))
                  .isEqualTo(orRaw(definition.applyAsInt(exponents(block, type)), blockBytes));
      sizeIsDefined.holdsFor(SampleBlocks.of(blockBytes), specification);
    }
  }

  private static int orRaw(int bits, int blockBytes) {
    return bits >= 8 * blockBytes ? BlockCodec.RAW : bits;
  }

  private static int bytes(String type) {
    return switch (type) {
      case "f32" -> 4;
      case "bf16", "f16" -> 2;
      default -> 1;
    };
  }

  private static int exponentBits(String type) {
    return switch (type) {
      case "f32", "bf16" -> 8;
      case "f16", "e5m2" -> 5;
      default -> 4;
    };
  }

  /** As digits of the numbers in binary. */
  private static int[] exponents(byte[] block, String type) {
    int bytes = bytes(type);
    return IntStream.range(0, block.length / bytes)
        .map(index -> {
          StringBuilder digits = new StringBuilder();
          for (int at = bytes * (index + 1) - 1; at >= bytes * index; at--) {
            digits.append(Integer.toBinaryString(0x100 | (block[at] & 0xff)).substring(1));
          }
          return Integer.parseInt(digits.substring(1, 1 + exponentBits(type)), 2);
        })
        .toArray();
  }

  /** A codec of 32-byte blocks that has seen values of one field: value, count and so on. */
  private static BlockCodec trained(String specification, CodecTable.Field... fields) {
    return CodecSpec.parse(specification).create(SMALL, new CodecTable(List.of(fields)));
  }

  private static CodecTable.Field field(String name, int bits, int... valuesAndCounts) {
    List<CodecTable.Entry> entries =
        IntStream.range(0, valuesAndCounts.length / 2)
            .mapToObj(i -> new CodecTable.Entry(valuesAndCounts[2 * i], valuesAndCounts[2 * i + 1]))
            .toList();
    return new CodecTable.Field(name, bits, entries, 0);
  }

  /** The three exponents, 16 signs and mantissas, and 16 places of two bits. */
  @Test
  void palette_listsTheExponents() {
    BlockCodec codec = codec("exponent-palette", SMALL);
    assertStream(codec, BLOCK, 2, 24 + 128 + 32, "00 7f 80" + RESTS + "58 55 55 55");
    assertCorrupt(
        codec, 2, 184, "00 7f 80" + RESTS + "5b 55 55 55", "place 3 of a palette of 3 exponents");
    assertCorrupt(codec, 15, 184, "00 7f 80" + RESTS + "58 55 55 55", "a palette has no tag 15");
    assertCorrupt(
        codec,
        2,
        183,
        "00 7f 80" + RESTS + "58 55 55 55",
        "the coded block ends at bit 183, and bit 184 is needed");
  }

  @ParameterizedTest
  @CsvSource({"bf16", "f16", "f32", "e4m3", "e5m2"})
  void palette_sizesAsDefined(String type) {
    assertSizes(
        "exponent-palette:type=" + type,
        type,
        exponents -> {
          TreeSet<Integer> palette = new TreeSet<>();
          Arrays.stream(exponents).forEach(palette::add);
          int indexBits = (int) Math.ceil(Math.log(palette.size()) / Math.log(2) - 1e-9);
          int bits =
              exponents.length * (8 * bytes(type) - exponentBits(type) + indexBits)
                  + palette.size() * exponentBits(type);
          return palette.size() > 15 ? BlockCodec.RAW : bits;
        });
  }

  /** Eight exponents of 64 bf16 are worth a burst of 32 bytes. */
  @Test
  void palette_ofEightFillsThreeBursts() {
    assertThat(codec("exponent-palette", Granularity.DEFAULT).staticSizes())
        .isEqualTo(
            List.of(520, 592, 664, 672, 744, 752, 760, 768, 840, 848, 856, 864, 872, 880, 888));
  }

  @Test
  void palette_saysWhyABlockIsRaw() {
    int[] floats = IntStream.range(0, 16).map(index -> index << 7).toArray();
    assertThat(codec("exponent-palette", SMALL).explain(block(floats), 0))
        .hasToString("raw: it has 16 exponents, more than 15");
    assertThat(codec("exponent-palette", SMALL).explain(BLOCK, 0).toString())
        .startsWith(
            """
            tag 0010  exponents: 3
            bit 0  exponent 0  00000000  0
            bit 8  exponent 1  01111111  127
            bit 16  exponent 2  10000000  128
            bit 24  sign and mantissa 0  00000000  positive, 0x0
            bit 32  sign and mantissa 1  00000000  positive, 0x0
            bit 40  sign and mantissa 2  10100000  negative, 0x20
            """)
        .contains("bit 156  word 2  10  exponent 2 = 0xc020\n");
  }

  /** From 127 on, the window has all but one: 1, 1, 2, an escape, and ones. */
  @Test
  void window_beginsWhereItHasMost() {
    BlockCodec codec = codec("exponent-window", SMALL);
    assertStream(codec, BLOCK, 0, 8 + 128 + 48 + 8, "7f" + RESTS + "25 02 49 24 92 49 00");
    assertCorrupt(
        codec,
        0,
        192,
        "7f" + RESTS + "25 02 49 24 92 49 85",
        "the exponent 133 is escaped and in the window of 127");
    assertCorrupt(
        codec,
        0,
        192,
        "ff" + RESTS + "25 02 49 24 92 49 00",
        "no exponent is 1 above the base 255");
    assertCorrupt(codec, 1, 192, "7f" + RESTS + "25 02 49 24 92 49 00", "a window has no tag 1");
    assertThat(codec.explain(BLOCK, 0).toString())
        .startsWith("bit 0  base  01111111  127\n")
        .contains("word 2  010  base +1 = 0xc020\n")
        .contains("word 3  000  an escape: the exponent is not in the window\n")
        .endsWith("bit 184  word 3  00000000  exponent 0 = 0x0000");
  }

  @ParameterizedTest
  @CsvSource({"bf16, 3", "bf16, 2", "bf16, 4", "f16, 3", "f32, 3", "e4m3, 3", "e4m3, 2", "e5m2, 3"})
  void window_sizesAsDefined(String type, int distanceBits) {
    String specification = "exponent-window:type=%s,bits=%d".formatted(type, distanceBits);
    assertSizes(
        specification,
        type,
        exponents -> {
          int window = (1 << distanceBits) - 1;
          long most =
              IntStream.of(exponents)
                  .mapToLong(base ->
                      IntStream.of(exponents).filter(e -> e >= base && e < base + window).count())
                  .max()
                  .orElseThrow();
          return exponents.length * (8 * bytes(type) - exponentBits(type) + distanceBits)
              + (exponents.length - (int) most + 1) * exponentBits(type);
        });
  }

  @Test
  void window_saysWhyABlockIsRaw() {
    int[] floats = IntStream.range(0, 16).map(index -> index << 10).toArray();
    assertThat(codec("exponent-window", SMALL).explain(block(floats), 0))
        .hasToString(
            "raw: the window of 0 has 1 of 16 exponents: its code has 304 bits, and the block 256");
  }

  /** Places 0, 0, 2, 1, and zeros. */
  @Test
  void unweight_hasAPlaceForEachExponent() {
    BlockCodec codec = trained("unweight", EXPONENTS);
    assertThat(codec.staticSizes()).containsExactly(192);
    assertStream(codec, BLOCK, 0, 128 + 64, RESTS + "00 21 00 00 00 00 00 00");
    assertCorrupt(
        codec, 0, 192, RESTS + "00 31 00 00 00 00 00 00", "place 3 of a palette of 3 exponents");
    assertThat(codec.explain(block(0x3f80, 0x4100), 0))
        .hasToString("raw: the palette lacks exponent 130 of word 1");
  }

  /** Codes 6 and 7 for 127 and 128, the last of seven; bitmaps of their lowest bits come first. */
  @Test
  void zipServ_threeBitmaps() {
    BlockCodec codec = trained("zipserv", EXPONENTS);
    String inWindow = "00 00 a0 00 00 00 00 00 00 00 00 00 00 00 00";
    assertStream(codec, BLOCK, 0, 48 + 15 * 8 + 16, "20 00 ef ff ef ff" + inWindow + "00 00");
    assertCorrupt(
        codec, 0, 184, "20 00 ef ff ef ff" + inWindow + "7f 00", "exponent 127 has a code");
    int[] floats = IntStream.range(0, 16).map(index -> index << 7).toArray();
    assertThat(codec.explain(block(floats), 0))
        .hasToString(
            "raw: 16 of 16 exponents are not from 122 to 128: its code has 304 bits, and the block"
                + " 256");
  }

  /** 127 is 0, an escape 10, 0 is 110 and 128 is 111. */
  @Test
  void dFloat11_codesExponents() {
    BlockCodec codec = trained("dfloat11", EXPONENTS);
    assertStream(codec, BLOCK, 0, 128 + 20, RESTS + "3e 00 00");
    assertCorrupt(codec, 0, 148, RESTS + "9f c0 00", "an escaped value has a code of its own");
    assertCorrupt(codec, 1, 148, RESTS + "3e 00 00", "dfloat11 has no tag 1");
    assertThat(codec.explain(BLOCK, 0).toString())
        .contains("bit 130  word 2  111  exponent 128 = 0xc020\n");
  }

  /** -1.125, 2, and ones: 7 is 0, 8 is 10, and an escape 11. */
  @Test
  void ecf8_codesExponentsOfFourBits() {
    byte[] floats = new byte[32];
    Arrays.fill(floats, (byte) 0x38);
    floats[0] = (byte) 0xb9;
    floats[1] = 0x40;
    BlockCodec codec = trained("ecf8", field("exponent", 4, 7, 31, 8, 1));
    String rests = "90" + "00".repeat(15);
    assertStream(codec, MemorySegment.ofArray(floats), 0, 128 + 33, rests + "40 00 00 00 00");
    assertThat(codec.explain(MemorySegment.ofArray(floats), 0).toString())
        .startsWith("bit 0  sign and mantissa 0  1001  negative, 0x1\n")
        .contains("bit 129  word 1  10  exponent 8 = 0x40\n");
  }

  /** A flag, 16 signs and mantissas, and the codes of DFloat11. */
  @Test
  void zipNn_codesTheBytesOfExponents() {
    BlockCodec codec = trained("zipnn", EXPONENTS);
    assertStream(codec, BLOCK, 0, 1 + 128 + 20, "80 00 50" + "00".repeat(13) + "1f 00 00");
    assertThat(codec.explain(BLOCK, 0).toString())
        .startsWith("bit 0  group  1  of all exponent: 1 is coded, 0 as it is\n")
        .contains("word 2  111  exponent 0x80 = 0xc020\n");
  }

  /** Eight ones whose lowest bytes the training lacks: an escape takes a bit more than a byte. */
  @Test
  void zipNn_aGroupStaysAsItIsWhereCodesAreLonger() {
    BlockCodec codec =
        trained(
            "zipnn:type=f32",
            field("exponent", 8, 127, 8),
            field("byte-1", 8, 0, 8),
            field("byte-0", 8, 0, 8));
    int[] floats = IntStream.range(1, 9).map(low -> 0x3f800000 | low).toArray();
    assertThat(codec.sizeBits(MemorySegment.ofArray(floats), 0)).isEqualTo(3 + 64 + 8 + 8 + 64);
    assertThat(codec.explain(MemorySegment.ofArray(floats), 0).toString())
        .contains("bit 2  group  0  of all byte-0: 1 is coded, 0 as it is\n")
        .endsWith("word 7  00001000  byte-0 0x8 = 0x3f800008");
  }
}
