package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sizes here that docs/deviations.md states beside those of other people's code. */
final class DeviationsTest {

  @ParameterizedTest
  @CsvSource({
    "bdi,                  64,  136, 00000001",
    "bdi,                 128,  208, 00000001",
    "bpc:deltas=unsigned,  64,   74, 00000000 00000005 00000000 00000005",
    "bpc:deltas=unsigned, 128,  138, 00000000 00000005 00000000 00000005",
    "bpc:deltas=unsigned, 128,   10, 00000000",
    "bdi,                 128,    8, 00000000",
    "bdi,                 128,  208, ffffff80 ffffffff 12345678 12345678",
    "bdi,                 128,  320, 00001000 00000000 00001000 00000001",
    "bdi,                 128,  576, 00001000 00100000 00100000 00001000",
    "fpc,                 128,   43, 0005fffb",
    "bdi,                 128,  320, ffffffff 12345678 12345678",
    "fpc,                 128,   31, fffffffe",
    "bdi,                 128,  320, 000000ff 00000000 00000000 00000001",
    "fpc,                 128,   31, 00000001",
    "fpc,                 128,   24, 00000000",
    "c-pack:push=miss,     64,   42, 00000041",
    "bpc,                 128,   10, 00000000"
  })
  void sizesAreThoseOfThePage(String spec, int blockBytes, int bits, String words) {
    assertThat(size(spec, blockBytes, words)).isEqualTo(bits);
  }

  /** Seventeen words that have nothing in common, and the first again: the oldest entry is gone. */
  @ParameterizedTest
  @CsvSource({"c-pack, 640", "c-pack:entries=32, 613"})
  void aDictionaryHasSixteenEntries(String spec, int bits) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 18; i++) {
      words.append("%x0000 ".formatted(i % 17 + 1));
    }
    assertThat(size(spec, 128, words.toString().trim())).isEqualTo(bits);
  }

  private static int size(String spec, int blockBytes, String words) {
    int[] block = new int[blockBytes / 4];
    int[] first =
        Stream.of(words.split(" ")).mapToInt(word -> Integer.parseUnsignedInt(word, 16)).toArray();
    System.arraycopy(first, 0, block, 0, first.length);
    return Codecs.create(spec, new Granularity(blockBytes, 32))
        .sizeBits(MemorySegment.ofArray(block), 0);
  }
}
