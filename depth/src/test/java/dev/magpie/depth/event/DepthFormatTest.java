package dev.magpie.depth.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DepthFormatTest {
  @ParameterizedTest
  @EnumSource
  void theEndsAreZeroAndTheClearDepth(DepthFormat format) {
    for (int f : new int[] {0, 9, PlaneFormat.MAX_FRACTION_BITS}) {
      assertThat(format.depth(0, 0, 0, f, 3, 4)).isZero();
      assertThat(format.depth(-5L << f, 0, 0, f, 3, 4)).isZero();
      long one = (long) format.one() << f;
      assertThat(format.depth(one, 0, 0, f, 3, 4)).isEqualTo(format.largest());
      assertThat(format.depth(2 * one, 0, 0, f, 3, 4)).isEqualTo(format.largest());
    }
    assertThat(format.value(0)).isZero();
    assertThat(format.value(format.largest())).isEqualTo(1);
    assertThat(Integer.SIZE - Integer.numberOfLeadingZeros(format.largest()))
        .isEqualTo(format.bits());
  }

  @ParameterizedTest
  @EnumSource
  void aDepthIsTheNearestThatThereIs(DepthFormat format) {
    Random random = new Random(1);
    for (int n = 0; n < 10_000; n++) {
      int f = 9;
      long plane = (long) (random.nextDouble() * (1L << random.nextInt(20, 33)));
      double exact = (double) plane / ((long) format.one() << f);
      int depth = format.depth(plane, 0, 0, f, 0, 0);
      double error = Math.abs(format.value(depth) - exact);
      if (depth > 0) {
        assertThat(error).isLessThanOrEqualTo(Math.abs(format.value(depth - 1) - exact));
      }
      if (depth < format.largest()) {
        assertThat(error).isLessThanOrEqualTo(Math.abs(format.value(depth + 1) - exact));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void depthsGrowAsPlanesDo(DepthFormat format) {
    int last = -1;
    for (long plane = 0; plane <= (1L << 33) + 4_194_301; plane += 4_194_301) {
      int depth = format.depth(plane, 0, 0, 9, 0, 0);
      assertThat(depth).isGreaterThanOrEqualTo(last);
      last = depth;
    }
    assertThat(last).isEqualTo(format.largest());
  }

  @ParameterizedTest
  @EnumSource
  void tilesAreEvaluatedAsSamplesAre(DepthFormat format) {
    Random random = new Random(2);
    for (int n = 0; n < 1000; n++) {
      long c0 = random.nextLong(1L << 33);
      long cx = random.nextLong(-(1L << 24), 1L << 24);
      long cy = random.nextLong(-(1L << 24), 1L << 24);
      for (Kernels kernels : Kernels.values()) {
        int[] depths = new int[64];
        format.depths(c0, cx, cy, 9, 3, -1L, depths, kernels);
        for (int s = 0; s < 64; s++) {
          assertThat(depths[s]).isEqualTo(format.depth(c0, cx, cy, 9, s & 7, s >> 3));
        }
      }
    }
  }

  @Test
  void samplesOfTwoBytesTakeHalfTheLines() {
    TileShape half = TileShape.of(8, 8, 64, TileShape.Lines.QUADRANTS, DepthFormat.D16);
    assertThat(half).isEqualTo(new TileShape(8, 8, 8, 4, DepthFormat.D16));
    assertThat(half.lines()).isEqualTo(2);
    assertThat(half.lineBytes()).isEqualTo(64);
    assertThat(TileShape.of(8, 8, 64, TileShape.Lines.QUADRANTS, DepthFormat.D32F).lines())
        .isEqualTo(4);
  }
}
