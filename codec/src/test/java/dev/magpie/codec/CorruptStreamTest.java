package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A decoder given bits that no encoder wrote ends with some block or says that they are corrupt.
 */
@Timeout(300)
final class CorruptStreamTest {
  private static final int[] WILD_TAGS = {-1, Integer.MIN_VALUE, BlockCodec.RAW, 16, 31, 1 << 20};

  private final Random random = new Random(7);
  private final BitReader reader = new BitReader();

  static Stream<String> specifications() {
    return CodecCases.specifications();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void arbitraryBits(String specification) {
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      for (int round = 0; round < 200; round++) {
        byte[] bits = SampleBlocks.noise(random.nextInt(codec.blockBytes() * 2 + 1), random);
        // Bits that are mostly alike reach the longest runs.
        int alike = random.nextInt(4);
        for (int index = 0; index < bits.length; index++) {
          int noise = bits[index] & random.nextInt(256) & random.nextInt(256);
          bits[index] = (byte) (alike == 0 ? noise : alike == 1 ? ~noise : bits[index]);
        }
        decode(codec, bits, Math.max(0, 8 * bits.length - random.nextInt(8)), anyTag(codec));
      }
    }
  }

  private int anyTag(BlockCodec codec) {
    return random.nextInt(4) == 0
        ? WILD_TAGS[random.nextInt(WILD_TAGS.length)]
        : random.nextInt(1 << codec.tagBits());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void damagedStreams(String specification) {
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      List<byte[]> samples = SampleBlocks.of(codec.blockBytes());
      for (int round = 0; round < 40; round++) {
        byte[] sample = samples.get(random.nextInt(samples.size()));
        BitWriter coded = new BitWriter(64);
        int tag = codec.encode(MemorySegment.ofArray(sample), 0, coded);
        if (tag == BlockCodec.RAW || coded.bitCount() == 0) {
          continue;
        }
        byte[] stream = coded.toByteArray();
        decode(codec, stream, coded.bitCount(), tag);
        assertThat(reader.position()).as("its end is known").isEqualTo(coded.bitCount());
        for (int cut = 0; cut < 8; cut++) {
          decode(codec, stream, random.nextInt(coded.bitCount()), tag);
        }
        for (int flip = 0; flip < 8; flip++) {
          int bit = random.nextInt(coded.bitCount());
          stream[bit >> 3] ^= (byte) (0x80 >> (bit & 7));
          decode(codec, stream, coded.bitCount(), tag);
        }
        decode(codec, stream, coded.bitCount(), anyTag(codec));
      }
    }
  }

  private void decode(BlockCodec codec, byte[] stream, int bits, int tag) {
    reader.load(MemorySegment.ofArray(stream), 0, bits);
    byte[] block = new byte[codec.blockBytes()];
    try {
      codec.decode(reader, tag, MemorySegment.ofArray(block), 0);
      assertThat(reader.position()).isLessThanOrEqualTo(bits);
    } catch (CorruptBlockException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }
}
