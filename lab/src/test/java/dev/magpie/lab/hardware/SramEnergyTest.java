package dev.magpie.lab.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SramEnergyTest {
  @ParameterizedTest
  @CsvSource({"8192, 10", "32768, 20", "1048576, 100", "16384, 14.142", "2048, 5"})
  void sixtyFourBitsTakeWhatTheFigureSays(int size, double picojoules) {
    assertThat(SramEnergy.joules(8, size)).isCloseTo(picojoules * 1e-12, within(1e-15));
  }

  @Test
  void moreBytesTakeMore() {
    assertThat(SramEnergy.joules(64, 8192)).isCloseTo(80e-12, within(1e-15));
  }
}
