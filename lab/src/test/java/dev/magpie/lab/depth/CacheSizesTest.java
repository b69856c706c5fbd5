package dev.magpie.lab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Curves that can be drawn by hand. */
class CacheSizesTest {
  private static final double[] HYPERBOLA = CacheSizes.each(size -> 100.0 / size);

  @Test
  void aLevelIsReachedBetweenTheSizes() {
    assertThat(CacheSizes.sizeFor(HYPERBOLA, 25)).isEqualTo(4);
    assertThat(CacheSizes.sizeFor(CacheSizes.each(size -> -size), -25)).isEqualTo(25);
    assertThat(CacheSizes.sizeFor(HYPERBOLA, 0.1)).isNaN();
    assertThat(CacheSizes.sizeFor(HYPERBOLA, 100)).isNaN();
  }

  @Test
  void aKneeDependsOnHowFarTheSizesReach() {
    // Below the chord from 2 to n, 100 / x is lowest at the root of 2 n.
    assertThat(CacheSizes.knee(HYPERBOLA, 32)).isEqualTo(8);
    assertThat(CacheSizes.knee(HYPERBOLA, 128)).isEqualTo(16);
  }

  @Test
  void stepsThatGiveMoreThanTheOneBeforeAreFound() {
    assertThat(CacheSizes.steeper(HYPERBOLA)).isEmpty();
    double[] stepped = HYPERBOLA.clone();
    stepped[CacheSizes.at(16)] += 5;
    assertThat(CacheSizes.steeper(stepped)).containsExactly(CacheSizes.at(16));
  }
}
