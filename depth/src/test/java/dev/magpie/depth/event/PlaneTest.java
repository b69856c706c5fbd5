package dev.magpie.depth.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaneTest {
  @Test
  void depthsRoundAndStayInRange() {
    assertThat(PlaneEquation.depth(511, 0, 0, 9, 0, 0)).isEqualTo(1);
    assertThat(PlaneEquation.depth(255, 0, 0, 9, 0, 0)).isZero();
    assertThat(PlaneEquation.depth(256, 0, 0, 9, 0, 0)).isEqualTo(1);
    assertThat(PlaneEquation.depth(5, 2, 3, 0, 7, 6)).isEqualTo(37);
    assertThat(PlaneEquation.depth(-1, -(1L << 40), 0, 9, 7, 0)).isZero();
    assertThat(PlaneEquation.depth(0, 1L << 40, 0, 9, 7, 0)).isEqualTo(PlaneEquation.CLEAR_DEPTH);
  }

  @Test
  void manySamplesAreEachOnesOwn() {
    Random random = new Random(2);
    for (int n = 0; n < 5000; n++) {
      int f = random.nextInt(PlaneFormat.MAX_FRACTION_BITS + 1);
      int columnBits = random.nextInt(7);
      int steep = random.nextInt(1, 20 + f);
      long c0 = random.nextLong(-1L << f, 1L << (24 + f));
      long cx = random.nextLong() >> (64 - steep);
      long cy = random.nextLong() >> (64 - steep);
      long samples = random.nextLong();
      for (Kernels kernels : Kernels.values()) {
        int[] depths = new int[64];
        PlaneEquation.depths(c0, cx, cy, f, columnBits, samples, depths, kernels);
        for (int s = 0; s < depths.length; s++) {
          boolean in = ((samples >>> s) & 1) != 0;
          int x = s & ((1 << columnBits) - 1);
          assertThat(depths[s])
              .isEqualTo(in ? PlaneEquation.depth(c0, cx, cy, f, x, s >>> columnBits) : 0);
        }
      }
    }
  }

  @Test
  void gradientsAreTheQuotientRounded() {
    Random random = new Random(1);
    for (int n = 0; n < 20_000; n++) {
      long area = (random.nextLong() >>> (15 + random.nextInt(48))) + 1;
      long numerator = random.nextLong() >> (6 + random.nextInt(56));
      int f = random.nextInt(PlaneFormat.MAX_FRACTION_BITS + 1);
      BigDecimal exact =
          new BigDecimal(BigInteger.valueOf(numerator).shiftLeft(f))
              .divide(BigDecimal.valueOf(area), 0, RoundingMode.HALF_UP);
      long limit = PlaneFormat.MAX_GRADIENT;
      assertThat(PlaneFormat.divide(numerator, area, f))
          .isEqualTo(
              exact
                  .toBigInteger()
                  .min(BigInteger.valueOf(limit))
                  .max(BigInteger.valueOf(-limit))
                  .longValueExact());
    }
  }

  @Test
  void formatsFillNinetySixBitsLessTheSpareOne() {
    for (PlaneFormat format : PlaneFormat.values()) {
      assertThat(format.exponentBits() + format.constantBits() + 2 * format.gradientBits() + 1)
          .isEqualTo(PlaneFormat.PLANE_BITS);
    }
    assertThat(PlaneFormat.FIXED.holds(-(1L << 34), (1L << 29) - 1, 0)).isTrue();
    assertThat(PlaneFormat.FIXED.holds(1L << 34, 0, 0)).isFalse();
    assertThat(PlaneFormat.FIXED.holds(0, 0, 1L << 29)).isFalse();
    assertThat(PlaneFormat.FLOATING.fractionBits(0, 1, 1)).isEqualTo(13);
    assertThat(PlaneFormat.FLOATING.fractionBits(1L << 12, 0, 1)).isEqualTo(12);
    assertThat(PlaneFormat.FLOATING.fractionBits(0, -(1L << 30), 1)).isZero();
  }
}
