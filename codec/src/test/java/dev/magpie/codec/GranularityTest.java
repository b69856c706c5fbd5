package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GranularityTest {

  /** A block of 40 coded bytes takes two bursts of 32 bytes: section III of the MAG paper. */
  @ParameterizedTest
  @CsvSource({
    "128, 32,    0,   0, 1,  32",
    "128, 32,    1,   1, 1,  32",
    "128, 32,  256,  32, 1,  32",
    "128, 32,  257,  33, 2,  64",
    "128, 32,  320,  40, 2,  64",
    "128, 32,  768,  96, 3,  96",
    "128, 32,  769,  97, 4, 128",
    "128, 32, 1016, 127, 4, 128",
    "128, 32, 1017, 128, 4, 128",
    "128, 32, 1024, 128, 4, 128",
    "128, 32, 1120, 128, 4, 128",
    "128, 32, 2147483647, 128, 4, 128",
    " 64, 16,  129,  17, 2,  32",
    " 32, 32,    8,   1, 1,  32",
    "256,  8, 1999, 250, 32, 256",
    "256, 64,  513,  65, 2, 128",
    "128,  1,   17,   3, 3,   3"
  })
  void sizes(int block, int mag, int codedBits, int stored, int granules, int effective) {
    Granularity granularity = new Granularity(block, mag);
    assertThat(granularity.storedBytes(codedBits)).isEqualTo(stored);
    assertThat(granularity.granules(codedBits)).isEqualTo(granules);
    assertThat(granularity.effectiveBytes(codedBits)).isEqualTo(effective);
  }

  /** eff = min(B, max(MAG, ceil(stored / MAG) MAG)) for every size there is. */
  @Test
  void effectiveSizeIsItsClosedForm() {
    for (int block : CodecCases.BLOCK_SIZES) {
      for (int mag = 1; mag <= block; mag *= 2) {
        Granularity granularity = new Granularity(block, mag);
        for (int bits = 0; bits < 10 * block; bits++) {
          double stored = Math.min(block, Math.ceil(bits / 8.0));
          double effective = Math.min(block, Math.max(mag, Math.ceil(stored / mag) * mag));
          assertThat(granularity.effectiveBytes(bits)).isEqualTo((int) effective);
        }
        assertThat(granularity.granules(BlockCodec.RAW)).isEqualTo(granularity.granulesPerBlock());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -128, 1, 16, 31, 48, 100, 512, Integer.MIN_VALUE})
  void blockSizesThatAreNone(int block) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Granularity(block, 1))
        .withMessage("block size must be 32, 64, 128 or 256 bytes, not " + block);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -32, 3, 24, 129, 256})
  void magsThatDoNotDivideTheBlock(int mag) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Granularity(128, mag))
        .withMessage("MAG must divide the block size of 128 bytes, and " + mag + " does not");
  }
}
