package dev.magpie.lab.mag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BasesOfBlockTest {
  private static final int WORDS = 32;
  private final BasesOfBlock bases = new BasesOfBlock(128);

  private BasesOfBlock of(int... words) {
    return bases.of(Words.block(words), 0);
  }

  private static int[] filled(int word) {
    int[] words = new int[WORDS];
    Arrays.fill(words, word);
    return words;
  }

  @Test
  void sizesAreThoseOfBasesMaskAndDeltas() {
    int[] words = filled(1 << 24);
    BasesOfBlock block = of(words);
    assertThat(block.bytes(1)).isEqualTo(4 + 32);
    assertThat(block.bytes(2)).isEqualTo(4 + 4 + 32);
    assertThat(block.bytes(3)).isEqualTo(8 + 8 + 32);
    assertThat(block.bytes(4)).isEqualTo(12 + 8 + 32);
    words[5] = 3;
    block = of(words);
    assertThat(block.bytes(1)).isEqualTo(128);
    assertThat(block.bytes(2)).isEqualTo(40);
    words[9] = 2 << 24;
    block = of(words);
    assertThat(block.bytes(2)).isEqualTo(128);
    assertThat(block.bytes(3)).isEqualTo(48);
  }

  @Test
  void theBestBaseLiesBetweenTheWords() {
    int[] words = filled(1 << 24);
    words[7] += 255;
    assertThat(of(words).bytes(2)).isEqualTo(4 + 4 + 64);
    assertThat(of(words).bytesWithBestBase()).isEqualTo(40);
    words[7]++;
    assertThat(of(words).bytesWithBestBase()).isEqualTo(72);
  }

  @Test
  void twoBasesAreTheCodecs() {
    BlockCodec bdi = Codecs.create(MagPaper.BDI, Granularity.DEFAULT);
    Random random = new Random(1);
    int compressed = 0;
    for (int round = 0; round < 20_000; round++) {
      int base = random.nextInt();
      int range = 1 << (6 + random.nextInt(12));
      int[] words =
          random.ints(WORDS).map(r -> (r % range) + (random.nextInt(4) == 0 ? 0 : base)).toArray();
      MemorySegment block = Words.block(words);
      int bits = bdi.sizeBits(block, 0);
      int expected = bits == BlockCodec.RAW ? 128 : bits / 8;
      assertThat(bases.of(block, 0).bytes(2)).isEqualTo(expected);
      assertThat(bases.bytesWithBestBase()).isLessThanOrEqualTo(expected);
      compressed += expected < 128 ? 1 : 0;
    }
    assertThat(compressed).isBetween(1_000, 19_000);
  }
}
