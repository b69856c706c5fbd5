package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecFamilyTest {
  private static CodecFamily called(String name) {
    return new CodecFamily(
        name,
        "title",
        "source",
        Latency.UNPUBLISHED,
        32,
        List.of(),
        (_, granularity) -> Codecs.create("none", granularity));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "all", "a b", "a:b", "a,b", "a=1", "A", "-a", "a-", "a--b", "\u00e9"})
  void namesThatNoSpecificationCouldSayAreRefused(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> called(name)).withMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "2x", "bdi+fpc", "fp-h", "v1.2"})
  void othersAreNot(String name) {
    assertThatCode(() -> called(name)).doesNotThrowAnyException();
  }
}
