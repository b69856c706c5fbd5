package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaHeapTest {
  /** Once it was 4 GiB, however much there was. */
  @ParameterizedTest
  @CsvSource({"32, 4", "2048, 4", "2049, 5", "6028, 12"})
  void advisesTwiceAsMuch(long mebibytes, long gibibytes) {
    assertThat(JavaHeap.advice(mebibytes << 20))
        .isEqualTo("give more with MAGPIE_JAVA_OPTS=-Xmx%dg", gibibytes);
  }
}
