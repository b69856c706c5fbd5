package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.Kernels;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecondDifferencesTest {
  @ParameterizedTest
  @CsvSource({"8, 8", "8, 4", "4, 8", "16, 4", "32, 2", "4, 4"})
  void areOutsideWhereThreeSamplesOfAColumnAreOnNoLine(int width, int height) {
    SplittableRandom random = new SplittableRandom(width + 100 * height);
    int[] depths = new int[width * height];
    for (int round = 0; round < 5000; round++) {
      long valid = depths.length == 64 ? -1L : (1L << depths.length) - 1;
      for (int holes = random.nextInt(10); holes > 0; holes--) {
        valid &= ~(1L << random.nextInt(64));
      }
      int slope = random.nextInt(-100, 100);
      for (int s = 0; s < depths.length; s++) {
        depths[s] = 1 << 20 | slope * (s / width) + random.nextInt(3);
        if (random.nextInt(20) == 0) {
          depths[s] = random.nextInt();
        }
      }
      long expected = 0;
      for (int s = 2 * width; s < depths.length; s++) {
        boolean all = true;
        for (int above = 0; above < 3; above++) {
          all &= ((valid >>> (s - above * width)) & 1) != 0;
        }
        int predicted = 2 * depths[s - width] - depths[s - 2 * width];
        int residual = depths[s] - predicted;
        if (all && (residual < -1 || residual > 1)) {
          expected |= 1L << s;
        }
      }
      for (Kernels kernels : Kernels.values()) {
        assertThat(SecondDifferences.outside(depths, valid, width, kernels)).isEqualTo(expected);
      }
    }
  }
}
