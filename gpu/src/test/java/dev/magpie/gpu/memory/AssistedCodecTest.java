package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.AssistConfig;
import org.junit.jupiter.api.Test;

class AssistedCodecTest {
  private static final AssistConfig CONFIG = new AssistConfig(6, 2, 5, 16);

  private static AssistedCodec of(String spec) {
    return AssistedCodec.of(CONFIG, CodecSpec.parse(spec).create(new Granularity(128, 32)));
  }

  /** BDI's sizes at 128 bytes, four bits more each; the last is two encodings'. */
  @Test
  void encodingsAreTriedFromTheSmallestOn() {
    AssistedCodec caba = of("caba");
    int[] bytes = {2, 9, 27, 41, 43, 73, 75};
    for (int i = 0; i < bytes.length; i++) {
      assertThat(caba.compressionInstructions(bytes[i], true)).isEqualTo(2 + 5 * (i + 1));
    }
    assertThat(caba.compressionInstructions(128, false)).isEqualTo(2 + 5 * 7);
  }

  @Test
  void magAwareUnitsAreThree() {
    AssistedCodec caba = of("caba:bdi=mag");
    assertThat(caba.compressionInstructions(32, true)).isEqualTo(2 + 5);
    assertThat(caba.compressionInstructions(96, true)).isEqualTo(2 + 5 * 3);
    assertThat(caba.compressionInstructions(128, false)).isEqualTo(2 + 5 * 3);
    assertThat(caba.decompressionInstructions(true)).isEqualTo(6);
    assertThat(caba.decompressionInstructions(false)).isZero();
  }
}
