package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link BlockCodecContract} for every registered codec with many settings. */
final class BlockCodecContractTest {
  static Stream<String> specifications() {
    return CodecCases.specifications();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void decodesWhatItEncodes(String specification) {
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      BlockCodecContract.decodesWhatItEncodes(codec, specification);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void saysWhetherItIsLossy(String specification) {
    Set<Boolean> kinds = new HashSet<>();
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      assertThat(codec.lossless().isLossy()).isFalse();
      assertThat(codec.lossless().lossless()).isSameAs(codec.lossless());
      assertThat(codec.isLossy()).isEqualTo(codec instanceof LossyCodec);
      kinds.add(codec.isLossy());
    }
    // Not every setting has a codec.
    if (!kinds.isEmpty()) {
      assertThat(kinds).contains(CodecSpec.parse(specification).family().isLossy());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void sizesManyBlocksAsItDoesOne(String specification) {
    CodecCases.codecs(specification).forEach(BlockCodecContract::sizesManyBlocksAsItDoesOne);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void codesNativeMemory(String specification) {
    CodecCases.codecs(specification).forEach(BlockCodecContract::codesNativeMemory);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specifications")
  void servesManyThreads(String specification) throws Exception {
    for (BlockCodec codec : CodecCases.codecs(specification)) {
      if (codec.blockBytes() == 128) {
        BlockCodecContract.servesManyThreads(codec);
        return;
      }
    }
  }
}
