package dev.magpie.workload.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DigitNetworkTest {
  @Test
  void learnsToTellDigitsApart() {
    DigitNetwork network = new DigitNetwork(1);
    assertThat(network.accuracy()).isLessThan(0.4);
    network.train(300);
    assertThat(network.accuracy()).isGreaterThan(0.9);
  }

  @Test
  void roundsToTheNearestBf16() {
    assertThat(Values.toBf16(1)).isEqualTo((short) 0x3f80);
    assertThat(Values.toBf16(Float.intBitsToFloat(0x3f80_8000))).isEqualTo((short) 0x3f80);
    assertThat(Values.toBf16(Float.intBitsToFloat(0x3f80_8001))).isEqualTo((short) 0x3f81);
    assertThat(Values.toBf16(Float.intBitsToFloat(0x3f81_8000))).isEqualTo((short) 0x3f82);
    assertThat(Values.toBf16(Float.MAX_VALUE)).isEqualTo((short) 0x7f80);
    assertThat(Values.toBf16(-0f)).isEqualTo((short) 0x8000);
    assertThat(Values.toBf16(Float.intBitsToFloat(0x7f80_0001))).isEqualTo((short) 0x7fc0);
  }
}
