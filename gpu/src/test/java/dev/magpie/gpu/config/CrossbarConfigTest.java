package dev.magpie.gpu.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossbarConfigTest {
  /** A header of 8 bytes and the data, in flits of 40 and of 32; at least one. */
  @ParameterizedTest
  @CsvSource({"0, 40, 1", "32, 40, 1", "64, 40, 2", "128, 40, 4", "32, 32, 2", "128, 32, 5"})
  void packetsTakeWholeFlits(int dataBytes, int flitBytes, int flits) {
    assertThat(new CrossbarConfig(8, flitBytes, 8, 64).flits(dataBytes)).isEqualTo(flits);
    assertThat(new CrossbarConfig(8, flitBytes, 0, 64).flits(0)).isEqualTo(1);
  }
}
