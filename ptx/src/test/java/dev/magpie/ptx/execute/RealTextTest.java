package dev.magpie.ptx.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Expected texts are those of glibc's printf. */
class RealTextTest {
  @Test
  void halvesGoToEvenAndValuesAreExact() {
    assertThat(RealText.fixed(0.5, 0)).isEqualTo("0");
    assertThat(RealText.fixed(1.5, 0)).isEqualTo("2");
    assertThat(RealText.fixed(2.5, 0)).isEqualTo("2");
    assertThat(RealText.fixed(1.005, 2)).isEqualTo("1.00");
    assertThat(RealText.fixed(2.675, 2)).isEqualTo("2.67");
    assertThat(RealText.fixed(0.25, 1)).isEqualTo("0.2");
    assertThat(RealText.fixed(0.1, 20)).isEqualTo("0.10000000000000000555");
    assertThat(RealText.fixed(1e22, 0)).isEqualTo("10000000000000000000000");
    assertThat(RealText.fixed(0, 3)).isEqualTo("0.000");
  }

  @Test
  void exponentsHaveTwoDigitsAtLeast() {
    assertThat(RealText.scientific(9.9999995, 6)).isEqualTo("9.999999e+00");
    assertThat(RealText.scientific(0, 2)).isEqualTo("0.00e+00");
    assertThat(RealText.scientific(99.99, 1)).isEqualTo("1.0e+02");
    assertThat(RealText.scientific(1, 6)).isEqualTo("1.000000e+00");
    assertThat(RealText.scientific(2.5, 0)).isEqualTo("2e+00");
    assertThat(RealText.scientific(Double.MAX_VALUE, 3)).isEqualTo("1.798e+308");
    assertThat(RealText.scientific(Double.MIN_VALUE, 3)).isEqualTo("4.941e-324");
    assertThat(RealText.scientific(1e-7, 2)).isEqualTo("1.00e-07");
  }

  @Test
  void hexadecimalsHaveASignInTheExponent() {
    assertThat(RealText.hexadecimal(3, -1)).isEqualTo("0x1.8p+1");
    assertThat(RealText.hexadecimal(0.5, -1)).isEqualTo("0x1p-1");
    assertThat(RealText.hexadecimal(0, -1)).isEqualTo("0x0p+0");
    assertThat(RealText.hexadecimal(1.0 / 3, 3)).isEqualTo("0x1.555p-2");
    assertThat(RealText.hexadecimal(1.96875, 0)).isEqualTo("0x2p+0");
    assertThat(RealText.hexadecimal(1, 15)).isEqualTo("0x1.000000000000000p+0");
    assertThat(RealText.hexadecimal(Double.MIN_VALUE, -1)).isEqualTo("0x0.0000000000001p-1022");
  }
}
